import type { Envelope, UUID } from '../../../api';
import { Explained, type Call } from '../../../core';
import type { Archived, ArchivedFile } from './evidence';

const MOST_ROUNDS = 3;
const NOT_THE_SAME =
	'Each copy of this file had another checksum, so it is not proven that it shows the state of the envelope that was read.';

/**
 * Reads before and after: what was fetched belongs to one state of the envelope, or is fetched again. A
 * new time of change alone says little, since a service may count a download as one: then two copies in a
 * row decide. Status and documents have to be the same. A file that is never the same twice, such as an audit
 * trail that lists its downloads, is kept, but not called verified.
 */
export async function sameState(
	{ request }: Pick<Call, 'request'>,
	envelopeID: UUID,
	fetch: (envelope: Envelope) => Promise<Archived>,
): Promise<{ envelope: Envelope; archived: Archived }> {
	const read = async () =>
		asAsked(envelopeID, await request('GET /sign/envelopes/{envelopeID}', { envelopeID }));
	let before = await read();
	let earlier: Archived | undefined;
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const archived = await fetch(before);
		const after = await read();
		const sameStatus = after.status === before.status;
		if (sameStatus && after.lastModifiedAt === before.lastModifiedAt) {
			return { envelope: after, archived };
		}
		if (sameStatus && earlier && contentsOf(earlier) === contentsOf(archived)) {
			const changed = changedFiles(archived, earlier);
			const isLast = round === MOST_ROUNDS - 1;
			if (changed.size === 0 || isLast)
				return { envelope: after, archived: marked(archived, changed) };
		}
		earlier = sameStatus ? archived : undefined;
		before = after;
	}
	throw new Explained(
		'The envelope changed each time while its files were fetched',
		'Run this step again when nobody works on the envelope.',
	);
}

/** An archive under the wrong name would be found years later. */
function asAsked(envelopeID: UUID, envelope: Envelope): Envelope {
	if (String(envelope.ID).toLowerCase() === envelopeID.toLowerCase()) return envelope;
	throw new Explained(
		'The service returned another envelope than the one that was asked for',
		'Nothing was archived. Run this step again; if it happens again, ask the operator of the service.',
	);
}

const keyOf = ({ field, IDs }: ArchivedFile): string => IDs.documentID ?? field;

/** Documents with their states, and which files there are; the order is of no interest. */
const contentsOf = ({ documents, files }: Archived): string =>
	JSON.stringify([
		documents.map(({ ID, status }) => JSON.stringify([ID, status])).sort(),
		files.map(keyOf).sort(),
	]);

/** Names of the files of which this copy is not the one before. */
function changedFiles(archived: Archived, earlier: Archived): Set<string> {
	const sums = new Map(earlier.files.map((one) => [keyOf(one), one.file.sha256]));
	return new Set(
		archived.files.filter((one) => sums.get(keyOf(one)) !== one.file.sha256).map(keyOf),
	);
}

const marked = (archived: Archived, changed: Set<string>): Archived => ({
	...archived,
	files: archived.files.map((one) => {
		if (!changed.has(keyOf(one))) return one;
		const warnings = [...(one.file.warnings ?? []), NOT_THE_SAME];
		return { ...one, file: { ...one.file, contentVerified: false as const, warnings } };
	}),
});
