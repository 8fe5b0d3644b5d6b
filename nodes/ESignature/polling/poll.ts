import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { EnvelopePage, ShortEnvelope } from '../api/types';
import { idKey, isEnded } from '../api/values';
import { nodeError } from '../errors/nodeError';
import { caught, statusOf, unlessMissing } from '../errors/userError';
import { Client } from '../transport/client';
import { envelopePages } from '../transport/envelopePages';
import { readAccount } from '../transport/session/account';
import { setNewest } from '../values/collections';
import { isObject, parseTime } from '../values/parse';
import { eventsOf, inOrder, newestChange, type Request } from './events';
import { settingsOf, type Settings } from './form';
import {
	beginReading,
	endReading,
	isInFuture,
	isNew,
	keep,
	newState,
	moveToEnd,
	readState,
	takeAsKnown,
	type KeptState,
	type OpenEnvelope,
	type Reading,
	type State,
} from './state';

/** One poll reads this many open envelopes by ID. If there are more, they take turns. */
export const MAX_READS_PER_POLL = 200;
const CONCURRENT_READS = 8;
/** Milliseconds to wait for an answer. A poll has little time, so one lost answer must not use all of it. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Milliseconds that a poll may take if n8n does not say how long. */
const DEFAULT_BUDGET_MS = 240_000;
/** The part of the budget after which no request is started: n8n ends a poll that exceeds it (docs/internals.md). */
const BUDGET_FRACTION = 0.7;
/** The part of that time for the list, so that a long list leaves time to read the open envelopes. */
const LIST_FRACTION = 0.5;
/** Milliseconds for the first poll, since the editor waits for it when a workflow is published. */
const FIRST_BUDGET_MS = 10_000;
/** Milliseconds by which the clocks of the service's servers may differ. */
const CLOCK_SKEW_MS = 10_000;

/**
 * The state of each node after its last poll without events. n8n itself loses the state of a renamed node, and with
 * durable cursors that of the poll at publishing. The state of a poll with events is not remembered: n8n stores it
 * together with the run, or not at all.
 */
const remembered = new Map<string, KeptState>();
const MAX_NODES = 500;

/** The nodes that are being polled. */
const polling = new Set<string>();

/** One poll: returns what has changed since the last poll whose state was kept. */
export async function poll(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		if (host.getMode() === 'manual') {
			const { request } = await open(host);
			return [[{ json: await newestChange(request, settingsOf(host)) }]];
		}
		const key = `${host.getWorkflow().id} ${host.getNode().id}`;
		// n8n may start a poll before the last one has ended. Both would find the same.
		if (polling.has(key)) return null;
		polling.add(key);
		try {
			return await changes(host, key);
		} finally {
			polling.delete(key);
		}
	} catch (error) {
		throw nodeError(host.getNode(), caught(error));
	}
}

async function open(host: IPollFunctions): Promise<{ request: Request; account: string }> {
	const client = new Client(host, readAccount(await host.getCredentials('eSignatureApi')));
	const request: Request = async (route, args) =>
		await client.request(route, { timeout: REQUEST_TIMEOUT_MS, ...args });
	return { request, account: accountOf(client.account) };
}

/** Names the account that the state belongs to, as a hash: the state is exported with the workflow. */
const accountOf = ({ baseUrl, clientId }: { baseUrl: string; clientId: string }): string =>
	createHash('sha256')
		.update(JSON.stringify([baseUrl, clientId]))
		.digest('base64url')
		.slice(0, 16);

async function changes(host: IPollFunctions, key: string): Promise<INodeExecutionData[][] | null> {
	const { request, account } = await open(host);
	const data: unknown = host.getWorkflowStaticData('node');
	// Somebody may have put anything in its place. Then only this process knows the state.
	const kept = isObject(data) ? data : {};
	if (kept !== data) warn(host, NOT_KEPT);
	const state = lastState(host, kept, key, account);
	const events = await new Poll(host, state, request, settingsOf(host)).run();
	const saved = keep(state);
	Object.assign(kept, saved);
	if (events.length === 0 || kept !== data) setNewest(remembered, [key, saved], MAX_NODES);
	return events.length > 0 ? [events.map((json) => ({ json }))] : null;
}

/** The state after the last poll, or a new one if there is none for this account. */
function lastState(
	host: IPollFunctions,
	kept: Partial<KeptState>,
	key: string,
	account: string,
): State {
	const states = [kept, remembered.get(key) ?? {}].map(readState);
	if (kept.state !== undefined && !states[0]) {
		warn(host, DAMAGED);
		return newState(account);
	}
	return states.find((state) => state?.account === account) ?? newState(account);
}

function warn({ logger }: IPollFunctions, text: string): void {
	logger.warn(`E-Signature Polling Trigger: ${text}`);
}

class Poll {
	private readonly events: IDataObject[] = [];
	/** Envelopes that the list has shown in this poll. */
	private readonly listed = new Set<string>();
	/** Listed envelopes whose status is not the one that was last reported. */
	private readonly changed = new Set<string>();
	/** Whether this is the first reading of the list, which takes everything as known. */
	private readonly isFirst: boolean;
	private readonly began = performance.now();
	private readonly budget: number;

	constructor(
		private readonly host: IPollFunctions,
		private readonly state: State,
		readonly request: Request,
		private readonly settings: Settings,
	) {
		this.isFirst = state.lastFullRead === undefined;
		this.budget = budgetOf(host, this.isFirst && !state.reading);
	}

	async run(): Promise<IDataObject[]> {
		const { state, isFirst } = this;
		if (state.reading && state.newestFirst && !isFirst) await this.readFront();
		await this.readList(state.reading ?? beginReading(state, this.isFullReadDue()));
		// The first reading has just listed the open envelopes.
		if (!isFirst) await this.readOpen();
		return inOrder(this.events);
	}

	private isTimeUp(share = 1): boolean {
		return performance.now() - this.began >= this.budget * share;
	}

	private isFullReadDue(): boolean {
		const { newestFirst, lastFullRead = NaN } = this.state;
		const age = Date.now() - lastFullRead;
		// Negative after the clock was put back.
		return !newestFirst || !(age >= 0 && age < this.settings.checkEvery);
	}

	/** While a reading takes several polls: reads what was added to the front of the list meanwhile. */
	private async readFront(): Promise<void> {
		for await (const { items } of envelopePages(this)) {
			const isNews = items.filter((envelope) => this.take(envelope, false)).length > 0;
			if (!isNews || this.isTimeUp(LIST_FRACTION)) return;
		}
	}

	/** Reads the list as far as there can be new envelopes, or to its end if that is due. Stops when the time is up. */
	private async readList(reading: Reading): Promise<void> {
		const { state } = this;
		let pages = reading.after === undefined ? 0 : 1;
		for await (const { items, nextPage } of this.pagesFrom(reading)) {
			pages++;
			this.checkOrder(items, reading);
			for (const envelope of items) this.take(envelope, reading.isFull);
			reading.after = nextPage;
			const isMet = items.some((envelope) => createdAt(envelope) < state.knownUntil);
			if (nextPage === undefined || (isMet && !reading.isFull)) break;
			if (this.isTimeUp(this.isFirst ? 1 : LIST_FRACTION)) return;
		}
		endReading(state, reading);
		if (!reading.isFull) return;
		state.lastFullRead = Date.now();
		// The order of a list with one page does not matter, since each poll reads that page.
		const newestFirst = reading.newestFirst || pages === 1;
		if (state.newestFirst && !newestFirst) warn(this.host, NOT_NEWEST_FIRST);
		state.newestFirst = newestFirst;
	}

	/** The pages after those of the last poll. If the service refuses the cursor, all pages from the front. */
	private async *pagesFrom(reading: Reading): AsyncGenerator<EnvelopePage> {
		const isResumed = reading.after !== undefined;
		const pages = envelopePages(this, reading.after);
		const first = await pages
			.next()
			.catch(async (error: unknown) =>
				isResumed && isRefusal(error) ? undefined : await Promise.reject(error),
			);
		if (first) {
			yield first.value as EnvelopePage;
			yield* pages;
		} else {
			warn(this.host, BEGUN_AGAIN);
			Object.assign(reading, { after: undefined, oldestInFront: undefined, newestFirst: true });
			yield* envelopePages(this);
		}
	}

	/** Notes whether the list begins with the newest. If not, it is read to its end, since new envelopes may be anywhere. */
	private checkOrder(items: ShortEnvelope[], reading: Reading): void {
		const isFront = reading.after === undefined;
		for (const created of items.map(createdAt)) {
			if (isInFuture(created)) continue;
			const { oldestInFront = Infinity } = reading;
			if (created > oldestInFront + CLOCK_SKEW_MS) reading.newestFirst = false;
			if (isFront && created < oldestInFront) reading.oldestInFront = created;
		}
		if (!reading.newestFirst) reading.isFull = true;
	}

	/** Compares an envelope of the list with what is known. Returns whether it is new. */
	private take(envelope: ShortEnvelope, isFull: boolean): boolean {
		const { state, isFirst } = this;
		const { ID, status } = envelope;
		const key = idKey(ID);
		const created = createdAt(envelope);
		this.listed.add(key);
		const known = state.open[key];
		if (known) {
			delete known.isMissing;
			if (known.status !== status) this.changed.add(key);
			return false;
		}
		if (!isFirst && isNew(state, key, created)) {
			state.recent[key] = created;
			state.open[key] = { ID, status: null };
			return true;
		}
		if (isFirst) {
			takeAsKnown(state, key, created);
			const { emitExisting } = this.settings;
			if (emitExisting) this.report(envelope, null);
			// Also one that has ended: a later poll may find it again, since the list moves or its cursor is refused.
			if (emitExisting || !isEnded(status)) state.open[key] = { ID, status };
		} else if (isFull && !isEnded(status)) {
			// An older envelope is tracked once it was read: it may have ended, in a list that lags behind.
			state.open[key] = { ID };
			this.changed.add(key);
		}
		return false;
	}

	/** Reads new and changed envelopes by ID, then open ones that the list has not shown. */
	private async readOpen(): Promise<void> {
		const { state, listed, changed } = this;
		const isDue = ([key, { status }]: [string, OpenEnvelope]) =>
			status === null || changed.has(key);
		const all = Object.entries(state.open).filter(([, { isMissing }]) => !isMissing);
		const due = all.filter(isDue);
		const others = all.filter((one) => !isDue(one) && !listed.has(one[0]));
		const queue = [...due, ...others.slice(0, MAX_READS_PER_POLL)].values();
		const tried: string[] = [];
		const failures: unknown[] = [];
		const work = async () => {
			for (const [key, known] of queue) {
				if (this.isTimeUp()) return;
				tried.push(key);
				await this.readEnvelope(key, known).catch((error: unknown) => failures.push(error));
			}
		};
		await Promise.all(Array.from({ length: CONCURRENT_READS }, work));
		// The next poll begins with the others.
		if (tried.length < due.length + others.length) for (const key of tried) moveToEnd(state, key);
		if (failures.length > 0) warn(this.host, UNREAD + statusText(failures[0]));
	}

	private async readEnvelope(key: string, known: OpenEnvelope): Promise<void> {
		const { ID, status: before } = known;
		// Not repeated if it fails, since the next poll reads it again.
		const args = { envelopeID: ID, singleAttempt: true };
		const envelope = await unlessMissing(this.request('GET /sign/envelopes/{envelopeID}', args));
		if (!envelope) {
			known.isMissing = true;
			return;
		}
		const { status } = envelope;
		if (status !== before && before !== undefined) this.report(envelope, before);
		if (isEnded(status)) delete this.state.open[key];
		else known.status = status;
	}

	private report(envelope: ShortEnvelope, before: string | null): void {
		const events = eventsOf(envelope, before);
		this.events.push(...events.filter(({ type }) => this.settings.isWanted(String(type))));
	}
}

const createdAt = (envelope: ShortEnvelope): number => parseTime(envelope.createdAt);

function budgetOf(host: Partial<IPollFunctions>, isFirst: boolean): number {
	if (isFirst) return FIRST_BUDGET_MS;
	// n8n 2.11 has no such function.
	return (
		Math.min(DEFAULT_BUDGET_MS, host.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS) * BUDGET_FRACTION
	);
}

/** Whether the service refused the cursor. If it refused more than that, reading from the front fails, too. */
const isRefusal = (error: unknown): boolean => statusOf(error) >= 400 && statusOf(error) < 500;

const statusText = (error: unknown): string =>
	statusOf(error) > 0 ? ` The service answered with status ${statusOf(error)}.` : '';

const UNREAD = 'Some envelopes could not be read. The next poll reads them again.';
const BEGUN_AGAIN =
	'The service rejected the cursor of the list of envelopes, so the list was read from the start. If this happens at each poll, use the E-Signature Trigger.';
const NOT_NEWEST_FIRST =
	'The list of envelopes does not begin with the newest, so each poll reads all of it. Poll less often if that takes too many requests.';
const DAMAGED =
	"The state of this node in n8n is damaged, so the trigger starts over: changes since the last poll are not reported. If this happens again, look for what changes the workflow's static data, such as a Code node.";
const NOT_KEPT =
	"n8n's static data for this node is damaged, so the state is lost when n8n restarts. Rename the node and publish the workflow again.";
