import { createHash } from 'node:crypto';

import type { Kept } from '../nodes/ESignature/polling/pretendService';
import type { Chance } from '../nodes/ESignature/trigger/random';

/** Ends a run in its middle, as the end of its process does. */
export class Killed extends Error {}

/** What happens between two steps of a run: others go on. */
export type Steps<Result> = Generator<undefined, Result>;

interface File {
	name: string;
	content: string;
}

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const MANIFEST = 'manifest';

/** As the examples match a row. */
const rowOf = ({ ID, lastModifiedAt }: Kept): string => `${ID} ${lastModifiedAt}`;

/** The steps of the sub-workflow that stores evidence, with a disk or a bucket, and the data table. */
export class Archive {
	lostWrites = 0;
	/** How often a run began while another one for the same envelope was under way. */
	overlaps = 0;
	/** Of each envelope, what is stored: name -> content. */
	private readonly store = new Map<string, Map<string, string>>();
	private downloads = 0;
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

	/** Whether there is a manifest, and whatever a manifest of this envelope names is there as it says. */
	isWhole(ID: string): boolean {
		const files = this.store.get(ID) ?? new Map<string, string>();
		const manifests = [...files].filter(([name]) => name.endsWith(MANIFEST));
		return (
			manifests.length > 0 &&
			manifests
				.flatMap(([, list]) => list.split('\n'))
				.every((line) => {
					const [sum, name = ''] = line.split('  ');
					return sha256(files.get(name) ?? '') === sum;
				})
		);
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
		yield* pause(this.chance);
		if (this.has(envelope)) return false;
		yield* pause(this.chance);
		for (const file of this.download(envelope)) {
			yield* pause(this.chance);
			this.write(envelope, file);
			yield* pause(this.chance);
			if (!this.isStored(envelope, file)) return false;
		}
		yield* pause(this.chance);
		return this.record(envelope);
	}

	/** The audit trail lists its downloads, so that it is another one each time. */
	protected download({ ID, status, lastModifiedAt }: Kept): File[] {
		const state = `${ID} ${status} ${lastModifiedAt}`;
		const named = (ending: string, content: string): File => ({
			name: this.nameOf(ending, content),
			content,
		});
		const files = [
			named('sealed', state),
			named('audit-trail', `${state} ${++this.downloads} downloads`),
		];
		const list = files.map(({ name, content }) => `${sha256(content)}  ${name}`).join('\n');
		return [...files, named(MANIFEST, list)];
	}

	protected nameOf(ending: string, content: string): string {
		return `${sha256(content).slice(0, 16)}-${ending}`;
	}

	/** A store that loses one of fifty writes. */
	protected write({ ID }: Kept, { name, content }: File): void {
		const files = this.store.get(ID) ?? new Map<string, string>();
		this.store.set(ID, files);
		if (this.chance.oneIn(50)) this.lostWrites++;
		else files.set(name, content);
	}

	/** Read back. */
	protected isStored({ ID }: Kept, { name, content }: File): boolean {
		return this.store.get(ID)?.get(name) === content;
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
