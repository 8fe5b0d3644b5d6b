import { createHash } from 'node:crypto';

import type { Kept } from '../nodes/ESignature/polling/pretendService';
import type { Chance } from '../nodes/ESignature/trigger/random';

/** Ends a run in its middle, as the end of its process does. */
export class Killed extends Error {}

/** What happens between two steps of a run: others go on. */
export type Steps<Result> = Generator<undefined, Result>;

export const evidenceOf = ({ ID, status, lastModifiedAt }: Kept): string =>
	createHash('sha256').update(`${ID} ${status} ${lastModifiedAt}`).digest('hex');

/** As the examples match a row. */
const rowOf = ({ ID, lastModifiedAt }: Kept): string => `${ID} ${lastModifiedAt}`;

/** The steps of the sub-workflow that stores evidence, with a disk or a bucket, and the data table. */
export class Archive {
	/** Of each envelope, what is stored. */
	readonly store = new Map<string, string>();
	lostWrites = 0;
	/** How often a run began while another one for the same envelope was under way. */
	overlaps = 0;
	/** Of each row, the ID and how often it is there. */
	private readonly table = new Map<string, { ID: string; times: number }>();
	private readonly underWay = new Map<string, number>();

	constructor(private readonly chance: Chance) {}

	get rows(): Array<{ ID: string; times: number }> {
		return [...this.table.values()];
	}

	has(envelope: Kept): boolean {
		return this.table.has(rowOf(envelope));
	}

	/** Returns whether this run has entered the envelope in the table. */
	*keep(envelope: Kept, isDisturbed: boolean): Steps<boolean> {
		const { ID } = envelope;
		const others = this.underWay.get(ID) ?? 0;
		if (others > 0) this.overlaps++;
		this.underWay.set(ID, others + 1);
		try {
			return yield* this.steps(envelope, isDisturbed);
		} finally {
			this.underWay.set(ID, (this.underWay.get(ID) ?? 1) - 1);
		}
	}

	/** In the order of the example. */
	protected *steps(envelope: Kept, isDisturbed: boolean): Steps<boolean> {
		const pause = function* (chance: Chance): Steps<void> {
			yield;
			if (isDisturbed && chance.oneIn(400)) throw new Killed();
		};
		const file = evidenceOf(envelope);
		yield* pause(this.chance);
		this.write(envelope, file);
		yield* pause(this.chance);
		if (!this.isStored(envelope, file)) return false;
		yield* pause(this.chance);
		return this.record(envelope);
	}

	/** A store that loses one of fifty writes. */
	protected write({ ID }: Kept, file: string): void {
		if (this.chance.oneIn(50)) this.lostWrites++;
		else this.store.set(ID, file);
	}

	/** Read back. */
	protected isStored({ ID }: Kept, file: string): boolean {
		return this.store.get(ID) === file;
	}

	/** An upsert: a row that is there is written again, and no second one is made. */
	protected record(envelope: Kept): boolean {
		return this.has(envelope) ? false : this.insert(envelope);
	}

	protected insert(envelope: Kept): boolean {
		const { times = 0 } = this.table.get(rowOf(envelope)) ?? {};
		this.table.set(rowOf(envelope), { ID: envelope.ID, times: times + 1 });
		return true;
	}
}
