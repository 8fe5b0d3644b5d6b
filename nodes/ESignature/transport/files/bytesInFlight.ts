import type { IBinaryData } from 'n8n-workflow';

import { Gate, type Slot } from '../wire/gate';

const MB = 1024 ** 2;
/** How many bytes of files may be on their way, and how many files whatever their size. */
const STREAMED = { most: 256 * MB, least: 2 };
/** n8n's other stores hold each file in memory, several times over, until it is stored and read back. */
const HELD = { most: 32 * MB, least: 1 };
/** How large the first file of a kind may be. */
const UNKNOWN = 4 * MB;

/**
 * The files that are being downloaded, in all executions of this process: many small ones or few large ones at a
 * time. How large a file is shows only when it arrives; until then it counts like the last ones of its kind.
 */
export class BytesInFlight {
	private readonly gate = new Gate(HELD.most, HELD.least);

	/** For files that are only looked at: they are held in memory wherever n8n keeps its own. */
	private readonly lookedAt = new Gate(HELD.most, HELD.least);

	/** What n8n's store is like shows with the first file in it. */
	private isStreamed = false;

	private readonly sizes = new Map<string, number>();

	/** Resolves when there is room for one more file of this kind, or at once when the execution is cancelled. */
	async enter(
		kind: string,
		{ cancel, isKept = true }: { cancel?: AbortSignal; isKept?: boolean } = {},
	): Promise<Load> {
		const expected = this.sizes.get(kind) ?? UNKNOWN;
		const gate = isKept ? this.gate : this.lookedAt;
		const slot = await gate.enter(expected, cancel);
		return new Load(slot, expected, {
			enterAgain: async (bytes) => await gate.enter(bytes, cancel, { first: true }),
			mustWait: (more) => !(isKept && this.isStreamed) && !gate.hasRoom(more),
			ended: (bytes) => this.sizes.set(kind, Math.max(bytes, 0.9 * (this.sizes.get(kind) ?? 0))),
			// What is only looked at goes into no store of n8n's, and tells nothing about it.
			stored: ({ id = '' }) => isKept && this.learn(id.startsWith('filesystem')),
		});
	}

	private learn(isStreamed: boolean): void {
		if (isStreamed === this.isStreamed) return;
		this.isStreamed = isStreamed;
		const { most, least } = isStreamed ? STREAMED : HELD;
		this.gate.resize(most, least);
	}
}

interface Around {
	enterAgain(bytes: number): Promise<Slot>;
	/** Whether so much more than expected has no room now. */
	mustWait(more: number): boolean;
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
		if (bytes > this.bytes && this.around.mustWait(bytes - this.bytes)) {
			// Whoever waits has no room of its own, so that nobody waits for each other.
			this.slot.leave();
			this.slot = await this.around.enterAgain(bytes);
		} else {
			this.slot.take(bytes);
		}
		this.bytes = bytes;
	}

	/** What has arrived so far; it may be more than was announced or expected. */
	arrived(bytes: number): void {
		this.read = bytes;
		if (bytes <= this.bytes) return;
		this.slot.take(bytes);
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
