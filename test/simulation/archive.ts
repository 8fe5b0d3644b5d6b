import { createHash } from 'node:crypto';

import type { FakeEnvelope } from '../nodes/ESignature/polling/fakeEnvelopeApi';
import type { Chance } from '../support/chance';

/** Ends a run in the middle, as a killed process does. */
export class Killed extends Error {}

/** Between two steps of a run, others go on. */
export type Steps<Result> = Generator<undefined, Result>;

interface File {
	name: string;
	content: string;
}

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const MANIFEST = 'manifest';
const HOUR = 3_600_000;
/** As in the settings of the example. */
const POLL_INTERVAL = 20 * HOUR;

/** As the examples look whether a state of an envelope is recorded. */
const stateOf = ({ ID, lastModifiedAt }: FakeEnvelope): string => `${ID} ${lastModifiedAt}`;

interface Row {
	ID: string;
	/** Of the manifest; empty if there was no file. */
	sha256: string;
}

/** The steps of the sub-workflow that stores evidence, with a disk or a bucket, and the data table. */
export class Archive {
	lostWrites = 0;
	/** How often a run began while another one for the same envelope was under way. */
	overlaps = 0;
	/** Of each envelope, what is stored: name -> content. */
	private readonly store = new Map<string, Map<string, string>>();
	private downloads = 0;
	/** By the state and the manifest, as the examples match a row. */
	private readonly table = new Map<string, Row>();
	private readonly recorded = new Set<string>();
	/** When the service first had no file of a state. */
	private readonly refusals = new Map<string, number>();
	refused = 0;
	private readonly ends = new Map<string, number>();
	private readonly underWay = new Map<string, number>();

	constructor(private readonly chance: Chance) {}

	get rows(): Row[] {
		return [...this.table.values()];
	}

	has(envelope: FakeEnvelope): boolean {
		return this.recorded.has(stateOf(envelope));
	}

	/** Someone has signed, declined or taken back just now. */
	end({ ID }: FakeEnvelope): void {
		this.ends.set(ID, Date.now());
	}

	/** Whether the manifest that a row names is in the store: the ledger enters no other. */
	hasManifestOf({ ID, sha256: wanted }: Row): boolean {
		const files = this.store.get(ID) ?? new Map<string, string>();
		return [...files].some(([name, text]) => name.endsWith(MANIFEST) && sha256(text) === wanted);
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
	*keep(envelope: FakeEnvelope, isDisturbed: boolean): Steps<boolean> {
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
	private *steps(envelope: FakeEnvelope, isDisturbed: boolean): Steps<boolean> {
		const pause = function* (chance: Chance): Steps<void> {
			yield;
			if (isDisturbed && chance.oneIn(400)) throw new Killed();
		};
		yield* pause(this.chance);
		if (this.has(envelope)) return false;
		yield* pause(this.chance);
		const files = this.hasFilesYet(envelope) ? this.download(envelope) : [];
		if (files.length === 0) {
			this.refused++;
			yield* pause(this.chance);
			if (!this.isRefusedForLong(envelope)) return false;
		}
		for (const file of files) {
			yield* pause(this.chance);
			this.write(envelope, file);
			yield* pause(this.chance);
			if (!this.isStored(envelope, file)) return false;
		}
		yield* pause(this.chance);
		return this.record(envelope, files.at(-1));
	}

	/** Of one in eight that were rejected or canceled, the service has the audit trail only some hours later. */
	private hasFilesYet({ ID, status }: FakeEnvelope): boolean {
		const drawn = parseInt(sha256(ID).slice(0, 4), 16);
		if (status === 'sealed' || drawn % 8 !== 0) return true;
		return Date.now() - (this.ends.get(ID) ?? 0) >= (drawn % 19) * HOUR;
	}

	/** The first refusal is noted, and proves nothing yet. */
	private isRefusedForLong(envelope: FakeEnvelope): boolean {
		const first = this.refusals.get(stateOf(envelope));
		if (first === undefined) this.refusals.set(stateOf(envelope), Date.now());
		return first !== undefined && Date.now() - first >= POLL_INTERVAL;
	}

	/** Half of the audit trails list their downloads, so that they are other ones each time. */
	private download({ ID, status, lastModifiedAt }: FakeEnvelope): File[] {
		const state = `${ID} ${status} ${lastModifiedAt}`;
		const listsDownloads = sha256(ID) < '8';
		const named = (ending: string, content: string): File => ({
			name: `${sha256(content).slice(0, 16)}-${ending}`,
			content,
		});
		const files = [
			named('sealed', state),
			named('audit-trail', `${state} ${listsDownloads ? ++this.downloads : 'no'} downloads`),
		];
		const list = files.map(({ name, content }) => `${sha256(content)}  ${name}`).join('\n');
		return [...files, named(MANIFEST, list)];
	}

	/** A store that loses one of fifty writes. */
	private write({ ID }: FakeEnvelope, { name, content }: File): void {
		const files = this.store.get(ID) ?? new Map<string, string>();
		this.store.set(ID, files);
		if (this.chance.oneIn(50)) this.lostWrites++;
		else files.set(name, content);
	}

	/** Read back. */
	private isStored({ ID }: FakeEnvelope, { name, content }: File): boolean {
		return this.store.get(ID)?.get(name) === content;
	}

	/** An upsert: a row that is there is written again, and no second one is made. Returns whether the state is new. */
	private record(envelope: FakeEnvelope, manifest?: File): boolean {
		const isNew = !this.has(envelope);
		this.recorded.add(stateOf(envelope));
		const sum = manifest ? sha256(manifest.content) : '';
		this.table.set(`${stateOf(envelope)} ${sum}`, { ID: envelope.ID, sha256: sum });
		return isNew;
	}
}
