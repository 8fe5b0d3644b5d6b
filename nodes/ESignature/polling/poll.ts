import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { ShortEnvelope } from '../api/types';
import { statusOf, unlessMissing } from '../core/nodeError';
import { keepMessage, UserError } from '../errors/userError';
import { Client } from '../transport/client';
import { putNewest, readAccount } from '../transport/session/session';
import { eventsOf, inOrder, newestChange } from './events';
import { settingsOf, type Settings } from './form';
import { isFinal, listPages, statusIn, type Entry, type Page, type Request } from './list';
import { loaded, saved, State, type OpenEnvelope, type Reading } from './state';

/** Open envelopes that one poll reads by ID; if there are more, they take turns. */
export const MOST_READS = 200;
const AT_ONCE = 8;
/** For one answer: a poll has little time, and one that does not come must not use it up. */
const PATIENCE = 10_000;
/** Where n8n does not say how long a poll may take. */
const USUAL_BUDGET = 240_000;
/** n8n gives up on a poll that takes longer than its budget, so the last request must have time to end. */
const SHARE = 0.7;
/** Of that time: for the list, so that a long one leaves time to read the open envelopes. */
const SHARE_OF_LIST = 0.5;
/** The editor waits for the first poll when a workflow is published. */
const FIRST_BUDGET = 10_000;
/** The clocks of several servers of one service may differ by this much. */
const CLOCK_SKEW = 10_000;

/**
 * The state of each node after its last poll without events. With durable cursors, n8n drops the state of the poll that runs
 * when a workflow is published; and it loses the state of a node that is renamed. The state of a poll with events is
 * committed with its run or not at all, so it is not remembered.
 */
const remembered = new Map<string, IDataObject>();
const MOST_NODES = 500;

/** The nodes that are being polled. */
const polling = new Set<string>();

/** One poll: what has changed since the last one whose state n8n has kept. */
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

async function open(host: IPollFunctions): Promise<{ request: Request; account: string }> {
	const client = new Client(host, readAccount(await host.getCredentials('eSignatureApi')));
	const request: Request = async (route, args) =>
		await client.request(route, { timeout: PATIENCE, ...args });
	return { request, account: accountOf(client.account) };
}

/** Whom the state belongs to. It is part of an exported workflow, so it does not show the client ID. */
const accountOf = ({ baseUrl, clientId }: { baseUrl: string; clientId: string }): string =>
	createHash('sha256')
		.update(JSON.stringify([baseUrl, clientId]))
		.digest('base64url')
		.slice(0, 16);

async function changes(host: IPollFunctions, key: string): Promise<INodeExecutionData[][] | null> {
	const kept = host.getWorkflowStaticData('node');
	const { request, account } = await open(host);
	const state =
		loaded(kept.state, account) ?? loaded(remembered.get(key), account) ?? new State(account);
	const events = await new Poll(host, state, request, settingsOf(host)).run();
	kept.state = saved(state);
	if (events.length === 0) putNewest(remembered, [key, kept.state], MOST_NODES);
	return events.length > 0 ? [events.map((json) => ({ json }))] : null;
}

class Poll {
	private readonly events: IDataObject[] = [];
	/** Envelopes that the list has shown in this poll. */
	private readonly listed = new Set<string>();
	/** Those of them that have another status than was last reported. */
	private readonly changed = new Set<string>();
	/** The first reading of the list takes what exists as known. */
	private readonly isFirst: boolean;
	private readonly began = performance.now();
	private readonly budget: number;

	constructor(
		private readonly host: IPollFunctions,
		private readonly state: State,
		private readonly request: Request,
		private readonly settings: Settings,
	) {
		this.isFirst = state.lastFullRead === undefined;
		this.budget = budgetOf(host, this.isFirst && !state.reading);
	}

	async run(): Promise<IDataObject[]> {
		const { state, isFirst } = this;
		if (state.reading && state.newestFirst && !isFirst) await this.readFront();
		await this.readList(state.reading ?? state.begin(this.isFullReadDue()));
		// What the first reading has found was open a moment ago.
		if (!isFirst) await this.readOpen();
		return inOrder(this.events);
	}

	private isTimeUp(share = 1): boolean {
		return performance.now() - this.began >= this.budget * share;
	}

	private isFullReadDue(): boolean {
		const { newestFirst, lastFullRead = -Infinity } = this.state;
		return !newestFirst || Date.now() - lastFullRead >= this.settings.checkEvery;
	}

	/** While a reading takes several polls: what has come to the front of the list since it was there. */
	private async readFront(): Promise<void> {
		for await (const { entries } of listPages(this.request)) {
			const isNews = entries.filter((entry) => this.take(entry, false)).length > 0;
			if (!isNews || this.isTimeUp(SHARE_OF_LIST)) return;
		}
	}

	/** Reads the list until everything new was met, to its end if that is due, or until the time is over. */
	private async readList(reading: Reading): Promise<void> {
		const { state } = this;
		let pages = reading.after === undefined ? 0 : 1;
		for await (const { entries, next } of this.pagesFrom(reading)) {
			pages++;
			this.checkOrder(entries, reading);
			for (const entry of entries) this.take(entry, reading.isFull);
			reading.after = next;
			const isMet = entries.some(({ created }) => created < state.knownUntil);
			if (next === undefined || (isMet && !reading.isFull)) break;
			if (this.isTimeUp(this.isFirst ? 1 : SHARE_OF_LIST)) return;
		}
		state.end(reading);
		if (!reading.isFull) return;
		state.lastFullRead = Date.now();
		// One page is read in each poll anyway.
		const newestFirst = reading.newestFirst || pages === 1;
		if (state.newestFirst && !newestFirst) this.warn(NOT_NEWEST_FIRST);
		state.newestFirst = newestFirst;
	}

	/** From where the reading stopped. If the service does not accept that cursor anymore, from the front of the list. */
	private async *pagesFrom(reading: Reading): AsyncGenerator<Page> {
		const isResumed = reading.after !== undefined;
		const pages = listPages(this.request, reading.after);
		const first = await pages
			.next()
			.catch(async (error: unknown) =>
				isResumed && isRefusal(error) ? undefined : await Promise.reject(error),
			);
		if (first) {
			if (!first.done) yield first.value;
			yield* pages;
		} else {
			this.warn(BEGUN_AGAIN);
			Object.assign(reading, { after: undefined, oldestInFront: Infinity, newestFirst: true });
			yield* listPages(this.request);
		}
	}

	/** A list that does not begin with the newest shows what is new only if it is read to its end. */
	private checkOrder(entries: Entry[], reading: Reading): void {
		const isFront = reading.after === undefined;
		for (const { created } of entries) {
			if (created > reading.oldestInFront + CLOCK_SKEW) reading.newestFirst = false;
			if (isFront && created < reading.oldestInFront) reading.oldestInFront = created;
		}
		if (!reading.newestFirst) reading.isFull = true;
	}

	/** Compares an entry of the list with what is known, and returns whether it is new. */
	private take({ key, status, created, envelope }: Entry, isFull: boolean): boolean {
		const { state } = this;
		this.listed.add(key);
		const known = state.open.get(key);
		if (known) {
			known.isMissing = false;
			if (known.status !== status) this.changed.add(key);
			return false;
		}
		const { ID } = envelope;
		if (this.isFirst) {
			state.takeAsKnown(key, created);
			if (this.settings.emitExisting) this.report(envelope, null);
		} else if (state.isNew(key, created)) {
			state.recent.set(key, created);
			state.open.set(key, { ID, status: null });
			this.changed.add(key);
			return true;
		}
		// An older one that appears late is watched from now on.
		if (isFull && !isFinal(status)) state.open.set(key, { ID, status });
		return false;
	}

	/** Reads by ID what is new or has changed, and then what the list has not shown. */
	private async readOpen(): Promise<void> {
		const { state, listed, changed } = this;
		const isDue = ([key, { status }]: [string, OpenEnvelope]) =>
			status === null || changed.has(key);
		const all = [...state.open].filter(([, { isMissing }]) => !isMissing);
		const due = all.filter(isDue);
		const others = all.filter((one) => !isDue(one) && !listed.has(one[0]));
		const queue = [...due, ...others.slice(0, MOST_READS)].values();
		const tried: string[] = [];
		const failures: unknown[] = [];
		const work = async () => {
			for (const [key] of queue) {
				if (this.isTimeUp()) return;
				tried.push(key);
				await this.readEnvelope(key).catch((error: unknown) => failures.push(error));
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		// Next time the others have their turn.
		if (tried.length < due.length + others.length) for (const key of tried) state.putLast(key);
		if (failures.length > 0) this.warn(UNREAD + statusText(failures[0]));
	}

	private async readEnvelope(key: string): Promise<void> {
		const { open, reading } = this.state;
		const known = open.get(key) as OpenEnvelope;
		const { ID, status: before } = known;
		// Not repeated if it fails: the next poll asks again.
		const args = { envelopeID: ID, once: true };
		const envelope = await unlessMissing(this.request('GET /sign/envelopes/{envelopeID}', args));
		if (!envelope) {
			// A reading that is under way may have listed it already, so only the next one can tell whether it is gone.
			known.isMissing = !reading;
			return;
		}
		const status = statusIn(envelope);
		if (status === before) return;
		this.report(envelope, before);
		if (isFinal(status)) open.delete(key);
		else open.set(key, { ID, status });
	}

	private report(envelope: ShortEnvelope, before: string | null): void {
		const events = eventsOf(envelope, before);
		this.events.push(...events.filter(({ type }) => this.settings.isWanted(String(type))));
	}

	private warn(text: string): void {
		this.host.logger.warn(`E-Signature Polling Trigger: ${text}`);
	}
}

function budgetOf(host: Partial<IPollFunctions>, isFirst: boolean): number {
	if (isFirst) return FIRST_BUDGET;
	// Older versions of n8n have no such function.
	return Math.min(USUAL_BUDGET, host.getPollBudgetMs?.() ?? USUAL_BUDGET) * SHARE;
}

/** If it is about more than the cursor, the front of the list is refused, too. */
const isRefusal = (error: unknown): boolean => statusOf(error) >= 400 && statusOf(error) < 500;

const statusText = (error: unknown): string =>
	error instanceof NodeApiError ? ` (HTTP ${statusOf(error)})` : '';

const UNREAD = 'Some envelopes could not be read. The next poll reads them again.';
const BEGUN_AGAIN =
	'The service rejected the cursor of the list of envelopes, so the list was read from the start. If this happens at each poll, use the E-Signature Trigger.';
const NOT_NEWEST_FIRST =
	'The list of envelopes does not begin with the newest, so each poll reads all of it. Poll less often if that takes too many requests.';
