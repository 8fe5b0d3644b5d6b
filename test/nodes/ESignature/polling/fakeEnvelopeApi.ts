import type { IHttpRequestOptions } from 'n8n-workflow';

export interface FakeEnvelope {
	ID: string;
	name: string;
	status: string;
	createdAt: string;
	lastModifiedAt: string;
}

/** How the list is ordered; the contract promises nothing. */
export const ORDERS = ['newestFirst', 'newestLast', 'changedFirst', 'byId'] as const;
export type Ordered = (typeof ORDERS)[number];

interface Options {
	order?: Ordered;
	pageSize?: number;
	capitals?: boolean;
}

const START = Date.UTC(2026, 0, 1);

/** The n-th envelope's ID: spread like those of a real service, and the same in each run. */
function idOf(n: number): string {
	const mixed = (Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
	const second = (Math.imul(n + 7, 0x85ebca6b) >>> 0).toString(16).padStart(8, '0');
	return `${mixed}-${second.slice(0, 4)}-4000-8000-${second.slice(4)}${n.toString(16).padStart(8, '0')}`;
}

/** A service that answers from memory and counts what it is asked. */
export class FakeEnvelopeApi {
	readonly envelopes = new Map<string, FakeEnvelope>();
	requests = 0;
	asked: string[] = [];
	/** While it is set, every request is answered with this status. */
	broken: number | undefined;
	/** The body of such an answer. */
	problem: object = { title: 'Broken' };
	/** The same for single envelopes. */
	readonly brokenIds = new Map<string, number>();
	/** Found by themselves, but not in the list. */
	readonly unlisted = new Set<string>();
	/** The status that the list shows by ID, while it lags behind. */
	readonly listedAs = new Map<string, string>();
	/** After so many more requests it is away. */
	failing = Infinity;
	/** Runs before it answers. */
	meanwhile: (() => void) | undefined;
	options: Required<Options>;

	private now = START;
	private created = 0;
	private sorted: FakeEnvelope[] | undefined;

	constructor(options: Options = {}) {
		this.options = {
			order: 'newestFirst',
			pageSize: 50,
			capitals: false,
			...options,
		};
	}

	create(status = 'drafted', more: Partial<FakeEnvelope> = {}): FakeEnvelope {
		const n = this.created++;
		const time = this.tick();
		const ID = this.options.capitals ? idOf(n).toUpperCase() : idOf(n);
		const envelope = {
			ID,
			name: `Contract ${n}`,
			status,
			createdAt: time,
			lastModifiedAt: time,
			...more,
		};
		this.envelopes.set(envelope.ID, envelope);
		this.sorted = undefined;
		return envelope;
	}

	change(envelope: FakeEnvelope, status: string): void {
		envelope.status = status;
		envelope.lastModifiedAt = this.tick();
		if (this.options.order === 'changedFirst') this.sorted = undefined;
	}

	remove({ ID }: FakeEnvelope): void {
		this.envelopes.delete(ID);
		this.sorted = undefined;
	}

	async answer({ url, qs }: IHttpRequestOptions): Promise<object> {
		this.requests++;
		this.meanwhile?.();
		if (this.failing-- <= 0) return reply(400, { title: 'Broken' });
		const path = new URL(url).pathname;
		this.asked.push(path);
		const [, id] = /^\/sign\/envelopes\/(.+)$/.exec(path) ?? [];
		const broken = this.broken ?? this.brokenIds.get(id ?? '');
		if (broken) return reply(broken, this.problem);
		if (id === undefined) return this.page(qs?.pageAfter as string | undefined);
		const envelope = this.envelopes.get(id);
		return envelope
			? reply(200, { ...envelope, mode: 'parallel' })
			: reply(404, { title: 'Not Found' });
	}

	/** From now on, only cursors that are given out after this are good. */
	forgetCursors(): void {
		this.issued = new Set();
	}

	private issued: Set<string> | undefined;

	private page(after: string | undefined): object {
		if (after !== undefined && this.issued && !this.issued.has(after)) {
			return reply(400, { title: 'Bad Request', detail: 'The cursor has expired.' });
		}
		const { pageSize } = this.options;
		const list = this.list().filter(({ ID }) => !this.unlisted.has(ID));
		const from = after === undefined ? 0 : this.behind(list, after);
		const shown = list.slice(from, from + pageSize);
		const items = shown.map((one) => ({ ...one, status: this.listedAs.get(one.ID) ?? one.status }));
		const hasMore = from + pageSize < list.length;
		const nextPage = hasMore ? cursorOf(shown.at(-1) as FakeEnvelope) : undefined;
		if (nextPage !== undefined) this.issued?.add(nextPage);
		return reply(200, { items, nextPage });
	}

	private behind(list: FakeEnvelope[], cursor: string): number {
		const [created, changed, ID] = cursor.split('|') as [string, string, string];
		const place = { createdAt: created, lastModifiedAt: changed, ID } as FakeEnvelope;
		let [low, high] = [0, list.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.compare(list[middle] as FakeEnvelope, place) <= 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	private list(): FakeEnvelope[] {
		return (this.sorted ??= [...this.envelopes.values()].sort((a, b) => this.compare(a, b)));
	}

	private compare(a: FakeEnvelope, b: FakeEnvelope): number {
		const byId = inOrder(a.ID, b.ID);
		switch (this.options.order) {
			case 'newestFirst':
				return inOrder(b.createdAt, a.createdAt) || byId;
			case 'newestLast':
				return inOrder(a.createdAt, b.createdAt) || byId;
			case 'changedFirst':
				return inOrder(b.lastModifiedAt, a.lastModifiedAt) || byId;
			case 'byId':
				return byId;
		}
	}

	/** A minute goes by with each change. */
	private tick(): string {
		this.now += 60_000;
		return new Date(this.now).toISOString();
	}
}

/** All are ASCII, for which this is many times faster than by the rules of a language. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const cursorOf = ({ createdAt, lastModifiedAt, ID }: FakeEnvelope): string =>
	[createdAt, lastModifiedAt, ID].join('|');

const reply = (statusCode: number, body: object) => ({
	statusCode,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from(JSON.stringify(body)),
});
