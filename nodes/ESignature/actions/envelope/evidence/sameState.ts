import type { Envelope, UUID } from '../../../api';
import { UserError, type Call } from '../../../core';
import type { Evidence, EvidenceFile } from './evidence';

const MOST_ROUNDS = 3;
const NOT_THE_SAME =
	'Each copy of this file had a different checksum, so it is not proven that it shows the envelope as it was read.';

/**
 * Reads before and after: what was fetched belongs to one state of the envelope, or is fetched again. A
 * new time of change alone says little, since a service may count a download as one: then two copies in a
 * row decide. Status and documents have to be the same. A file that is never the same twice, such as an audit
 * trail that lists its downloads, is kept, but not called verified.
 */
export async function sameState(
	{ request }: Pick<Call, 'request'>,
	envelopeID: UUID,
	fetch: (envelope: Envelope) => Promise<Evidence>,
): Promise<{ envelope: Envelope; evidence: Evidence }> {
	const read = async () =>
		asAsked(envelopeID, await request('GET /sign/envelopes/{envelopeID}', { envelopeID }));
	let before = await read();
	let earlier: Evidence | undefined;
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const evidence = await fetch(before);
		const after = await read();
		const sameStatus = after.status === before.status;
		if (sameStatus && after.lastModifiedAt === before.lastModifiedAt) {
			return { envelope: after, evidence };
		}
		if (sameStatus && earlier && contentsOf(earlier) === contentsOf(evidence)) {
			const changed = changedFiles(evidence, earlier);
			const isLast = round === MOST_ROUNDS - 1;
			if (changed.size === 0 || isLast)
				return { envelope: after, evidence: marked(evidence, changed) };
		}
		earlier = sameStatus ? evidence : undefined;
		before = after;
	}
	throw new UserError(
		'The envelope kept changing while its files were being downloaded',
		'Run this step again when no one is working on the envelope.',
	);
}

/** Evidence under the wrong name would be found years later. */
function asAsked(envelopeID: UUID, envelope: Envelope): Envelope {
	if (String(envelope.ID).toLowerCase() === envelopeID.toLowerCase()) return envelope;
	throw new UserError(
		'The service returned a different envelope from the one requested',
		'Nothing was kept. Run this step again; if it happens again, ask the operator of the service.',
	);
}

const keyOf = ({ field, IDs }: EvidenceFile): string => IDs.documentID ?? field;

/** Documents with their states, and which files there are; the order is of no interest. */
const contentsOf = ({ documents, files }: Evidence): string =>
	JSON.stringify([
		documents.map(({ ID, status }) => JSON.stringify([ID, status])).sort(),
		files.map(keyOf).sort(),
	]);

/** Names of the files of which this copy is not the one before. */
function changedFiles(evidence: Evidence, earlier: Evidence): Set<string> {
	const sums = new Map(earlier.files.map((one) => [keyOf(one), one.file.sha256]));
	return new Set(
		evidence.files.filter((one) => sums.get(keyOf(one)) !== one.file.sha256).map(keyOf),
	);
}

const marked = (evidence: Evidence, changed: Set<string>): Evidence => ({
	...evidence,
	files: evidence.files.map((one) => {
		if (!changed.has(keyOf(one))) return one;
		const warnings = [...(one.file.warnings ?? []), NOT_THE_SAME];
		return { ...one, file: { ...one.file, contentVerified: false as const, warnings } };
	}),
});
