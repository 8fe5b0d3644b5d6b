import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { evictOldest, getOrCreate } from '../values/collections';
import { MAX_WORK_MS, within } from './deadline';

/** n8n stores the marks as one text and writes it anew with each event: about 25 kB. */
const MAX_EVENTS_KEPT = 1_000;

/** The events of one node, as far as this process has seen them. */
interface History {
	/** The marks of events that started a run, the oldest first. */
	stored: Set<string>;
	/** Events that n8n has not answered yet; resolves to whether a run was stored. */
	open: Map<string, Promise<boolean>>;
	/** Resolves when the events so far are answered. */
	last: Promise<unknown>;
}

const histories = new Map<string, History>();

function historyOf(host: IWebhookFunctions): History {
	const key = `${host.getWorkflow().id} ${host.getNode().id}`;
	return getOrCreate(histories, key, () => ({
		stored: new Set<string>(),
		open: new Map<string, Promise<boolean>>(),
		last: Promise.resolve(),
	}));
}

/** The length of a mark does not depend on what the service uses as an ID. */
const markOf = (id: string): string =>
	createHash('sha256').update(id).digest('base64url').slice(0, 22);

/**
 * Makes sure that an event starts one run. n8n reads the static data of a workflow when a request begins and
 * stores all of it when the request ends (n8n's live-webhooks.ts), so requests that overlap know nothing of each other: within this
 * process, memory tells them apart. After a restart, the marks in the static data do.
 */
export class DuplicateCheck {
	private readonly history: History;
	private readonly mark: string;
	private outcome: Promise<boolean> = Promise.resolve(false);

	constructor(
		private readonly host: IWebhookFunctions,
		eventId: string,
		/** When the request has to be answered. */
		private readonly end: number,
	) {
		this.history = historyOf(host);
		this.mark = markOf(eventId);
	}

	/** Claims the event for this request unless an earlier one has it. `undecided`: the earlier one goes on. */
	async claim(): Promise<'new' | 'duplicate' | 'undecided'> {
		const { history, mark } = this;
		if (marksIn(this.host.getWorkflowStaticData('node')).includes(mark)) return 'duplicate';
		for (;;) {
			if (history.stored.has(mark)) return 'duplicate';
			const earlier = history.open.get(mark);
			if (!earlier) break;
			if ((await this.inTime(earlier)) === undefined) return 'undecided';
		}
		this.outcome = isStored(this.host.getResponseObject()).then((stored) => {
			history.open.delete(mark);
			if (stored) evictOldest(history.stored.add(mark), MAX_EVENTS_KEPT);
			return stored;
		});
		history.open.set(mark, this.outcome);
		return 'new';
	}

	/**
	 * Marks the event in the static data, beside those that earlier requests have marked. Each request writes the
	 * whole list, so it first waits for the requests before it. Where that takes too long it goes on, since an event
	 * that runs twice is better than one that is lost.
	 */
	async keep(): Promise<void> {
		const { history, mark, outcome } = this;
		const data = this.host.getWorkflowStaticData('node');
		const before = history.last;
		history.last = Promise.all([before, within(outcome, MAX_WORK_MS)]).then(() => undefined);
		await this.inTime(before);
		const marks = new Set([...marksIn(data), ...history.stored, mark]);
		data[LIST] = [...marks].slice(-MAX_EVENTS_KEPT);
		void keepDirtyUntilAnswered(data, outcome).catch(() => {});
	}

	private async inTime<Result>(promise: Promise<Result>): Promise<Result | undefined> {
		return await within(promise, this.end - performance.now());
	}
}

const LIST = 'seenEvents';

function marksIn(data: IDataObject): string[] {
	const marks = data[LIST];
	return Array.isArray(marks) ? (marks as string[]) : [];
}

const MAX_PAUSE_MS = 50;

/**
 * Assigns the list again until n8n has answered. After a webhook returned, n8n builds the workflow a second time
 * over the same data and thereby forgets that something was changed; it looks for changes after that.
 */
async function keepDirtyUntilAnswered(data: IDataObject, outcome: Promise<unknown>): Promise<void> {
	const marks = data[LIST];
	let isOver = false;
	void within(outcome, MAX_WORK_MS).then(() => (isOver = true));
	for (let pause = 0; !isOver; pause = Math.min(MAX_PAUSE_MS, 2 * pause + 1)) {
		await sleep(pause);
		data[LIST] = marks;
	}
}

/** The answer to a request, as far as it shows what became of an event. */
export interface Answering {
	statusCode: number;
	/** n8n has answered, whether or not the sender is still there. */
	writableEnded?: boolean;
	/** The sender has hung up. */
	destroyed?: boolean;
	once(event: 'finish' | 'close', listener: () => void): unknown;
}

const CHECK_INTERVAL_MS = 200;
/** Longer than a run has to wait for others, but not endless. */
const MAX_RUN_QUEUE_MS = 3_600_000;

/**
 * Whether n8n stored a run, once that is known: it answers 2xx only after that. A sender that hangs up proves
 * nothing, because n8n goes on without it: where the number of concurrent runs is limited, it waits for a free slot.
 */
export async function isStored(answering: Answering, maxWait = MAX_RUN_QUEUE_MS): Promise<boolean> {
	await new Promise<void>((resolve) => {
		answering.once('finish', resolve);
		answering.once('close', resolve);
		if (answering.destroyed) resolve();
	});
	const end = performance.now() + maxWait;
	while (answering.writableEnded === false) {
		if (performance.now() >= end) return false;
		await sleep(CHECK_INTERVAL_MS);
	}
	return answering.statusCode >= 200 && answering.statusCode < 300;
}
