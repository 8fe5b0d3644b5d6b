import type { IBinaryData } from 'n8n-workflow';

import { Gate, type Slot } from '../wire/gate';
import { putNewest } from '../wire/time';

const MB = 1024 ** 2;
/** How many bytes of files may be on their way, and how many files whatever their size. */
const STREAMED = { large: { most: 256 * MB, least: 2 }, small: { most: 64 * MB, least: 1 } };
/** n8n's other stores hold each file in memory, several times over, until it is stored and read back. */
const HELD = { large: { most: 32 * MB, least: 1 }, small: { most: 8 * MB, least: 1 } };
/** Up to this a file has room apart from the large ones, each of which may take an hour. */
const SMALL = 4 * MB;
/** How large the first file of a kind may be. */
const UNKNOWN = SMALL;
const MOST_KINDS = 500;

const gateOf = ({ most, least }: { most: number; least: number }) => new Gate(most, least);

/**
 * The files that are being downloaded, in all executions of this process: many small ones or few large ones at a
 * time. How large a file is shows only when it arrives; until then it counts like the last ones of its kind.
 */
export class BytesInFlight {
	private readonly large = gateOf(HELD.large);

	private readonly small = gateOf(HELD.small);

	/** For files that are only looked at: they are held in memory wherever n8n keeps its own. */
	private readonly lookedAt = gateOf(HELD.large);

	/** What n8n's store is like shows with the first file in it. */
	private isStreamed = false;

	private readonly sizes = new Map<string, number>();

	/** Resolves when there is room for one more file of this kind, or at once when the execution is cancelled. */
	async enter(
		kind: string,
		{ cancel, isKept = true }: { cancel?: AbortSignal; isKept?: boolean } = {},
	): Promise<Load> {
		const expected = this.sizes.get(kind) ?? UNKNOWN;
		const gateFor = (bytes: number) => {
			if (!isKept) return this.lookedAt;
			return bytes > SMALL ? this.large : this.small;
		};
		const slot = await gateFor(expected).enter(expected, cancel);
		return new Load(slot, expected, {
			move: (bytes) => gateFor(bytes).join(bytes),
			enterAgain: async (bytes) => await gateFor(bytes).enter(bytes, cancel, { first: true }),
			isElsewhere: (from, to) => gateFor(from) !== gateFor(to),
			mustWait: (from, to) => {
				const gate = gateFor(to);
				const more = gate === gateFor(from) ? to - from : to;
				return !(isKept && this.isStreamed) && !gate.hasRoom(more);
			},
			ended: (bytes) => this.learnSize(kind, bytes),
			// What is only looked at goes into no store of n8n's, and tells nothing about it.
			stored: ({ id = '' }) => isKept && this.learn(id.startsWith('filesystem')),
		});
	}

	private learnSize(kind: string, bytes: number): void {
		const size = Math.max(bytes, 0.9 * (this.sizes.get(kind) ?? 0));
		putNewest(this.sizes, [kind, size], MOST_KINDS);
	}

	private learn(isStreamed: boolean): void {
		if (isStreamed === this.isStreamed) return;
		this.isStreamed = isStreamed;
		const { large, small } = isStreamed ? STREAMED : HELD;
		this.large.resize(large.most, large.least);
		this.small.resize(small.most, small.least);
	}
}

interface Around {
	/** Into the room for so large a file, without waiting. */
	move(bytes: number): Slot;
	enterAgain(bytes: number): Promise<Slot>;
	/** Whether a file of this size has its room elsewhere than one of that. */
	isElsewhere(from: number, to: number): boolean;
	/** Whether so much more than expected has no room now. */
	mustWait(from: number, to: number): boolean;
	ended(bytes: number): void;
	stored(binary: IBinaryData): unknown;
}

/** One file on its way. */
export class Load {
	private read = 0;

	constructor(
		private slot: Slot,
		private bytes: number,
		private readonly around: Around,
	) {}

	/** What the service announces. Nothing of the file was read yet, so that it can wait for its turn. */
	async announced(bytes: number): Promise<void> {
		if (bytes > this.bytes && this.around.mustWait(this.bytes, bytes)) {
			// Whoever waits has no room of its own, so that nobody waits for each other.
			this.slot.leave();
			this.slot = await this.around.enterAgain(bytes);
			this.bytes = bytes;
		} else {
			this.take(bytes);
		}
	}

	/** What has arrived so far; it may be more than was announced or expected. */
	arrived(bytes: number): void {
		this.read = bytes;
		if (bytes > this.bytes) this.take(bytes);
	}

	private take(bytes: number): void {
		if (this.around.isElsewhere(this.bytes, bytes)) {
			this.slot.leave();
			this.slot = this.around.move(bytes);
		} else {
			this.slot.take(bytes);
		}
		this.bytes = bytes;
	}

	stored(binary: IBinaryData): void {
		this.around.stored(binary);
	}

	leave(): void {
		if (this.read > 0) this.around.ended(this.read);
		this.slot.leave();
	}
}

export const bytesInFlight = new BytesInFlight();
