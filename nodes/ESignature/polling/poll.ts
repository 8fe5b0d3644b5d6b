import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Envelope, ShortEnvelope } from '../api';
import { statusOf, unlessMissing } from '../core';
import { keepMessage, UserError } from '../errors/userError';
import { Client, putNewest, serviceTime } from '../transport';
import { readOn, type Memory } from './check';
import { eventsOf, eventsSince, newestChange } from './events';
import { settingsOf, type Settings } from './form';
import { isEarlier, statusIn, type ListedEnvelope, type Request } from './listed';
import { readNewEnd } from './newEnd';
import { isUnreadable, packState, unpackState } from './packing';
import { FEW_PAGES, State } from './state';
import { LOST } from './warnings';

/** Envelopes that one poll reads only because they may have changed; the others follow with the next ones. */
export const MOST_READS = 200;
/** Of those that could not be read the last time, which may take long to fail, and of those that were not there. */
const MOST_AGAIN = 50;
const AT_ONCE = 8;
/** Where n8n does not say how long a poll may take. */
const USUAL_BUDGET = 240_000;
/** n8n gives up on a poll that takes longer than its budget: what was begun must come to an end before. */
const SHARE = 0.7;
/** Of that time: for looking through the list. */
const LOOKING = 0.5;
/** Whoever publishes a workflow waits for its first poll. */
const FIRST_BUDGET = 10_000;

/** What only this process knows, by node: a piece of a full check, and a state that n8n may not have kept. */
interface Remembered {
	memory?: Memory;
	/**
	 * n8n drops what the poll at the publishing of a workflow leaves, if it keeps the state with the runs. A poll
	 * that brought events is kept with its run or not at all: what it left must not be gone on from without it.
	 */
	state?: IDataObject;
}
const remembered = new Map<string, Remembered>();
const MOST_NODES = 500;
const HOUR = 3_600_000;

const polling = new Set<string>();

/** One poll: what has changed since the last one whose outcome n8n has kept. */
export async function poll(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		if (host.getMode() === 'manual') {
			const { request } = await open(host);
			return [[{ json: await newestChange(request, settingsOf(host)) }]];
		}
		const key = `${host.getWorkflow().id} ${host.getNode().id}`;
		// n8n starts a poll also while the one before is under way: both would find the same.
		if (polling.has(key)) return null;
		polling.add(key);
		try {
			return await changes(host, key);
		} finally {
			polling.delete(key);
		}
	} catch (error) {
		throw shown(host, error);
	}
}

function shown(host: IPollFunctions, error: unknown): unknown {
	if (!(error instanceof UserError)) return error;
	const result = new NodeOperationError(host.getNode(), error, { description: error.advice });
	return keepMessage(result, error.message);
}

/** For one answer. */
const PATIENCE = 10_000;

async function open(host: IPollFunctions): Promise<{ request: Request; account: string }> {
	const client = Client.open(host, await host.getCredentials('eSignatureApi'));
	// A poll has little time: an answer that does not come must not use it up.
	const request: Request = async (route, args) =>
		await client.request(route, { timeout: PATIENCE, ...args });
	return { request, account: accountOf(client.account) };
}

/** Whom the state belongs to; the secret may change. */
const accountOf = ({ baseUrl, clientId }: { baseUrl: string; clientId: string }): string =>
	createHash('sha256')
		.update(JSON.stringify([baseUrl, clientId]))
		.digest('base64url')
		.slice(0, 16);

/** What a poll's time is measured by; a test has its own. */
export const clock = { now: (): number => performance.now() };

async function changes(host: IPollFunctions, key: string): Promise<INodeExecutionData[][] | null> {
	const settings = settingsOf(host);
	const kept = host.getWorkflowStaticData('node');
	const { request, account } = await open(host);
	const own = remembered.get(key);
	const found = unpackState(kept.state, account) ?? unpackState(own?.state, account);
	const state = found ?? new State(account);
	state.isAnew ||= !found && isUnreadable(kept.state);
	const [began, budget] = [clock.now(), budgetOf(host, state)];
	const isOver = (share = 1) => clock.now() >= began + budget * share;

	const round = new Round(host, state, request, settings, isOver);
	if (!found && state.isAnew) round.warn(LOST);
	const memory = await round.find(own?.memory);
	const events = await round.read();

	const packed = packState(state);
	kept.state = packed;
	const latest = { memory, state: events.length > 0 ? own?.state : packed };
	putNewest(remembered, [key, latest], MOST_NODES);
	return events.length > 0 ? [events.map((json) => ({ json }))] : null;
}

function budgetOf(host: Partial<IPollFunctions>, { ready, scan }: State): number {
	if (!ready && !scan) return FIRST_BUDGET;
	// Older versions of n8n have no such function.
	return Math.min(USUAL_BUDGET, host.getPollBudgetMs?.() ?? USUAL_BUDGET) * SHARE;
}

/** The steps of one poll. */
class Round {
	private covered = new Set<string>();
	/** The list could be read in this poll. */
	private isListed = false;
	private readonly events: IDataObject[] = [];

	constructor(
		private readonly host: IPollFunctions,
		private readonly state: State,
		private readonly request: Request,
		private readonly settings: Settings,
		/** Whether this share of the time is over. */
		private readonly isOver: (share?: number) => boolean,
	) {}

	/** Looks through the list for what is new, and for what the order of the list would not show. */
	async find(memory: Memory | undefined): Promise<Memory | undefined> {
		const { state, request } = this;
		// A check over many polls must not keep them from reading what has changed meanwhile.
		const isOver = () => this.isOver(state.ready ? LOOKING : 1);
		if (state.ready && state.pages > FEW_PAGES && state.order !== 'none') {
			const { isProven, covered } = await readNewEnd(state, request, isOver);
			this.covered = covered;
			this.isListed = true;
			if (!isProven) {
				[state.lostOrder, state.order] = [state.order, 'none'];
				if (!state.scan) state.begin();
			}
		}
		if (!state.scan && !this.isDue()) return undefined;
		// Where something had been kept, what exists was told long ago.
		const isFirst = !state.ready && state.since === Infinity && !state.isAnew;
		const existing = this.settings.emitExisting && isFirst;
		const take = existing
			? ({ envelope }: ListedEnvelope) =>
					void this.events.push(...this.eventsOf(envelope, undefined))
			: undefined;
		const warn = (text: string) => this.warn(text);
		const left = await readOn(state, request, memory, isOver, { take, warn });
		this.isListed = true;
		return left;
	}

	private isDue(): boolean {
		const { ready, pages, checked, suspects, refused, missing, loose, isTied } = this.state;
		// Those that cannot be read would put it off for ever.
		const unread = [...suspects.keys()].filter((id) => !refused.has(id) && !missing.has(id));
		if (ready && unread.length > MOST_READS) return false;
		// A clock that was set back does not put the check off for ever.
		const age = Math.abs(Date.now() - checked);
		const { checkEvery } = this.settings;
		const every = loose || isTied ? Math.min(checkEvery, HOUR) : checkEvery;
		return !ready || pages <= FEW_PAGES || age >= every;
	}

	/** Reads what is not as it is known, and then what may still change. */
	async read(): Promise<IDataObject[]> {
		const { state, isOver } = this;
		if (!state.ready) return this.sorted();
		const watched = [...state.open.keys()].filter(
			(id) => !this.covered.has(id) && !state.suspects.has(id),
		);
		const fresh = [...state.suspects.keys()].filter(
			(id) => !state.refused.has(id) && !state.missing.has(id),
		);
		const again = [...state.refused].slice(0, MOST_AGAIN);
		const lost = [...state.missing.keys()].filter(
			(id) => state.suspects.has(id) && !state.refused.has(id) && state.isDue(id),
		);
		const others = [...lost.slice(0, MOST_AGAIN), ...watched].slice(0, MOST_READS);
		const ids = [...fresh, ...mixed(others, again)].values();
		const asked: string[] = [];
		const failures: unknown[] = [];
		let answers = 0;
		const work = async () => {
			for (const id of ids) {
				if (isOver()) return;
				asked.push(id);
				try {
					this.compare(id, await this.envelope(id));
					answers++;
				} catch (error) {
					failures.push(error);
					state.refuse(id);
				}
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		// Otherwise those behind them would never have their turn.
		if (isOver()) for (const id of asked) state.putLast(id);
		await this.judge(failures, answers);
		return this.sorted();
	}

	private async envelope(id: string): Promise<Envelope | undefined> {
		const envelopeID = this.state.spell(id);
		// The next poll asks again; meanwhile the others have their turn.
		return await unlessMissing(
			this.request('GET /sign/envelopes/{envelopeID}', { envelopeID, once: true }),
		);
	}

	private compare(id: string, envelope: Envelope | undefined): void {
		const { state } = this;
		const before = state.before(id) ?? (envelope && state.revive(id));
		state.refused.delete(id);
		if (!envelope) {
			if (state.miss(id)) state.giveUp(id);
			else state.suspect(id);
			return;
		}
		const now = statusIn(envelope);
		// From a copy of the service's data that lags behind: it would be told twice, now and when that has caught up.
		if (before !== undefined && isEarlier(now, before) && !state.fallsBack(id)) {
			state.suspect(id);
			return;
		}
		if (before !== now) {
			state.record(id, before, now);
			// The list lacked it for a while; when it was last known, it was told.
			if (before === undefined && serviceTime(envelope.createdAt) <= state.forgotten) return;
			const events = this.eventsOf(envelope, before);
			this.events.push(...(before === undefined ? eventsSince(state, events) : events));
			return;
		}
		state.isThere(id);
		state.suspects.delete(id);
		if (state.open.size > MOST_READS) state.putLast(id);
	}

	/** One envelope that cannot be read holds up no other one; it stays as it is known. */
	private async judge(failures: unknown[], answers: number): Promise<void> {
		const [first] = failures;
		if (first === undefined) return;
		// Only the list can tell what is wrong with one envelope from what is wrong with the service.
		if (answers === 0 && !this.isListed) {
			await this.request('GET /sign/envelopes', { query: {}, once: true });
		}
		const status = first instanceof NodeApiError ? ` (HTTP ${statusOf(first)})` : '';
		this.warn(`${UNREAD}${status}`);
	}

	warn(text: string): void {
		this.host.logger.warn(`E-Signature Polling Trigger: ${text}`);
	}

	private eventsOf(envelope: ShortEnvelope, before: string | undefined): IDataObject[] {
		return eventsOf(envelope, before).filter(({ type }) => this.settings.isWanted(String(type)));
	}

	private sorted(): IDataObject[] {
		const timed = this.events.map((event) => ({ event, at: serviceTime(event.created) || 0 }));
		return timed.sort((one, other) => one.at - other.at).map(({ event }) => event);
	}
}

/** Both take part, whichever of them takes up the time. */
const mixed = (one: string[], other: string[]): string[] =>
	Array.from({ length: Math.max(one.length, other.length) }, (_, at) => at).flatMap((at) => [
		...one.slice(at, at + 1),
		...other.slice(at, at + 1),
	]);

const UNREAD =
	'Some envelopes could not be read. They are read again with the next poll; what happened to them is not lost.';
