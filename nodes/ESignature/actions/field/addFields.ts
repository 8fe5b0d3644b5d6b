import type { Field, NewField, UUID } from '../../api';
import type { Call, Kind, Reconciled } from '../../core';
import { createTogether } from '../createTogether';
import { listAll } from '../listAll';

const FIELDS = '/sign/envelopes/{envelopeID}/documents/{documentID}/fields';

export interface DocumentIds {
	envelopeID: UUID;
	documentID: UUID;
}

/** The parts that a type may have. */
const DETAILS = ['label', 'format', 'modifiable', 'required'] as const;

const detail = (field: NewField, key: (typeof DETAILS)[number]): unknown =>
	({ ...field })[key as 'required'];

const sameDetails = (wanted: NewField, made: NewField): boolean =>
	DETAILS.every((key) => detail(wanted, key) === detail(made, key));

/** Type, participant and page; the box with a tolerance in points, since the service may round. */
const sameSpot =
	(tolerance: number) =>
	(wanted: NewField, made: NewField): boolean =>
		wanted.type === String(made.type).toLowerCase() &&
		String(wanted.participantID).toLowerCase() === String(made.participantID).toLowerCase() &&
		(wanted.page ?? 1) === (made.page ?? 1) &&
		wanted.boundingBox.every((measure, at) => {
			const other = [made.boundingBox].flat()[at];
			return other !== undefined && Math.abs(measure - Number(other)) <= tolerance;
		});

const atSpot = sameSpot(0.01);
const nearSpot = sameSpot(1);

const KIND: Kind<NewField, Field> = {
	same: atSpot,
	/** An answer may leave out what it does not know. */
	agrees: (wanted, made) =>
		DETAILS.every(
			(key) =>
				detail(wanted, key) === undefined ||
				detail(made, key) === undefined ||
				detail(wanted, key) === detail(made, key),
		),
	tiers: [
		{ fits: (wanted, made) => atSpot(wanted, made) && sameDetails(wanted, made) },
		{ fits: (wanted, made) => atSpot(wanted, made) && KIND.agrees(wanted, made) },
		{ fits: atSpot },
		{
			named: 'position on the page',
			fits: (wanted, made) => nearSpot(wanted, made) && KIND.agrees(wanted, made),
		},
		{ named: 'position on the page', fits: nearSpot },
	],
};

/** One request for all; a lost answer is found again by reading, so that no field stands twice. */
export async function addFields(
	call: Call,
	ids: DocumentIds,
	wanted: NewField[],
	{ inOwnDraft }: { inOwnDraft?: boolean } = {},
): Promise<Array<Reconciled<Field>>> {
	// `createTogether` keeps track of what is in doubt, entry by entry.
	const doubts = undefined;
	return await createTogether(call, wanted, {
		kind: KIND,
		place: `fields of document ${ids.documentID} in envelope ${ids.envelopeID}`,
		inOwnDraft,
		list: async () => await listAll(call, `GET ${FIELDS}`, ids),
		one: async (body, settle) =>
			await call.request(`POST ${FIELDS}`, { ...ids, body, settle, doubts }),
		many: async (body, settle) =>
			await call.request(`POST ${FIELDS}`, { ...ids, body, settle, doubts }),
		shown: ({ type, ID }) => `${type} (${ID})`,
	});
}
