import type { Execution } from '../../host/execution';

/** The branches of the example that waits for a signature, by what they are called in its table. */
export const BRANCHES = { signed: 'Signed', declined: 'Declined', expired: 'Expired' } as const;
export type End = keyof typeof BRANCHES;

export interface Entry {
	run: string;
	envelopeId: string;
	branch: string;
}

/** Each time that a run has entered a branch, whether or not it came to the end of it. */
export const entriesOf = (run: Execution): Entry[] =>
	Object.values(BRANCHES).flatMap((branch) =>
		run
			.everyItem(branch)
			.map(({ json }) => ({ run: run.id, envelopeId: String(json.envelopeId), branch })),
	);

export interface Ends {
	/** By envelope, the branches that were entered. */
	ends: Map<string, string[]>;
	/** Those of runs that were ended on a branch: whoever takes the envelope over enters it again. */
	cutOff: Entry[];
}

export function endsOf(runs: Execution[]): Ends {
	const found: Ends = { ends: new Map(), cutOff: [] };
	for (const run of runs) {
		const isCutOff =
			['error', 'crashed'].includes(run.status) && run.everyItem('Done').length === 0;
		for (const entry of entriesOf(run)) {
			const { envelopeId, branch } = entry;
			if (isCutOff) found.cutOff.push(entry);
			else found.ends.set(envelopeId, [...(found.ends.get(envelopeId) ?? []), branch]);
		}
	}
	return found;
}
