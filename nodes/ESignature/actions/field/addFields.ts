import { ENTRIES_PER_REQUEST, type Field, type NewField, type UUID } from '../../api';
import {
	idKey,
	sameId,
	wrongInput,
	type Bulk,
	type Call,
	type Kind,
	type Reconciled,
} from '../../core';
import { listParticipants } from '../participant/participant';
import { createTogether } from '../shared/createTogether';
import { sameText } from '../shared/inputs';
import type { DocumentIds } from '../shared/locators';
import { couldBe } from '../shared/names';
import { listFields } from './field';
import { allowsOverlap, overEarlier, overExisting } from './overlaps';

/** The parts that a type may have. */
const DETAILS = ['label', 'format', 'modifiable', 'required'] as const;

const detail = (field: NewField, key: (typeof DETAILS)[number]): unknown =>
	({ ...field })[key as 'required'];

const sameDetails = (wanted: NewField, made: NewField): boolean =>
	DETAILS.every((key) => detail(wanted, key) === detail(made, key));

const isOpen = (value: unknown): boolean => value === undefined || value === null;

/** An answer may leave out what it does not know. */
const agrees = (wanted: NewField, made: NewField): boolean =>
	DETAILS.every(
		(key) =>
			isOpen(detail(wanted, key)) ||
			isOpen(detail(made, key)) ||
			detail(wanted, key) === detail(made, key),
	);

/** How far two boxes are apart, in points, where they differ most. */
function distance({ boundingBox: wanted }: NewField, { boundingBox: made }: NewField): number {
	const other = [made].flat().map(Number);
	return Math.max(
		...wanted.map((measure, at) => {
			const difference = Math.abs(measure - (other[at] ?? NaN));
			return Number.isNaN(difference) ? Infinity : difference;
		}),
	);
}

/** Type, participant and page; the box with a tolerance in points, since the service may round. */
const sameSpot =
	(tolerance: number) =>
	(wanted: NewField, made: NewField): boolean =>
		wanted.type === made.type &&
		sameId(wanted.participantID, made.participantID) &&
		(wanted.page ?? 1) === (made.page ?? 1) &&
		distance(wanted, made) <= tolerance;

const atSpot = sameSpot(0.01);
const TOLERANCE = 1;
const nearSpot = sameSpot(TOLERANCE);
/** Both may be shown in the middle between them. */
const couldMeet = sameSpot(2 * TOLERANCE);

/** All that was sent is shown, and nothing of it is different, except that a service may round a box. */
const proves = (wanted: NewField, made: NewField): boolean =>
	!isOpen(made.page) &&
	(atSpot(wanted, made) || (nearSpot(wanted, made) && isRounded(wanted, made))) &&
	DETAILS.every((key) => {
		const [sent, held] = [detail(wanted, key), detail(made, key)];
		return isOpen(sent) || sent === held || sameText(sent, held);
	});

const isRounded = ({ boundingBox: wanted }: NewField, { boundingBox: made }: NewField): boolean =>
	wanted.every((measure, at) => {
		const held = Number([made].flat()[at]);
		const forms = [measure, Math.round(measure), Math.round(measure * 10) / 10];
		return forms.some((form) => Math.abs(form - held) <= 0.01);
	});

/** First what is called and set alike, then what is nearest. */
function unlike(wanted: NewField, made: NewField): number {
	const label = detail(wanted, 'label');
	const isAlike = (key: (typeof DETAILS)[number]) =>
		key === 'label' && typeof label === 'string'
			? couldBe(label, detail(made, key))
			: isOpen(detail(made, key)) || detail(wanted, key) === detail(made, key);
	return DETAILS.filter((key) => !isAlike(key)).length * 10 + distance(wanted, made);
}

/** A service may move a box onto its page or its grid, but not to another place. */
function overlap({ boundingBox: [x, y, w, h] }: NewField, { boundingBox }: NewField): boolean {
	const [left, top, width, height] = [boundingBox].flat().map(Number);
	if ([left, top, width, height].some((one) => one === undefined || Number.isNaN(one))) return true;
	return (
		x <= Number(left) + Number(width) + 1 &&
		Number(left) <= x + w + 1 &&
		y <= Number(top) + Number(height) + 1 &&
		Number(top) <= y + h + 1
	);
}

/** Whether the answer says something else, where it says it. */
function contradicts(wanted: NewField, made: NewField): boolean {
	const label = detail(wanted, 'label');
	return (
		(!isOpen(made.type) && wanted.type !== made.type) ||
		(!isOpen(made.participantID) && !sameId(wanted.participantID, made.participantID)) ||
		(!isOpen(made.page) && (wanted.page ?? 1) !== made.page) ||
		(typeof label === 'string' && !couldBe(label, detail(made, 'label'))) ||
		(!isOpen(made.boundingBox) && !overlap(wanted, made))
	);
}

export const FIELDS: Kind<NewField, Field> = {
	// As loose as the loosest way to find one again.
	same: couldMeet,
	agrees,
	proves,
	contradicts,
	tiers: [
		{ fits: (wanted, made) => atSpot(wanted, made) && sameDetails(wanted, made), distance },
		{ fits: (wanted, made) => atSpot(wanted, made) && agrees(wanted, made), distance },
		{ fits: atSpot, distance: unlike },
		{
			named: 'position on the page',
			fits: (wanted, made) => nearSpot(wanted, made) && agrees(wanted, made),
			distance,
		},
		{ named: 'position on the page', fits: nearSpot, distance: unlike },
	],
};

/** One request for all; a lost answer is found again by reading, so that no field stands twice. */
export async function addFields(
	call: Call,
	ids: DocumentIds,
	wanted: NewField[],
	{ inOwnDraft, mustBeApart }: { inOwnDraft?: boolean; mustBeApart?: boolean } = {},
): Promise<Array<Reconciled<Field>>> {
	// `createTogether` keeps track of what is in doubt, entry by entry.
	const doubts = undefined;
	return await createTogether(call, wanted, {
		kind: FIELDS,
		place: `fields ${ids.envelopeID} ${ids.documentID}`,
		where: `fields of document ${ids.documentID} in envelope ${ids.envelopeID}`,
		inOwnDraft,
		refuse: mustBeApart
			? (rest, before) => {
					const error = overExisting(rest, before, wanted);
					if (error) throw error;
				}
			: undefined,
		list: async () => await listFields(call, ids),
		one: async (body, answer) =>
			await call.request('POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields', {
				...ids,
				body,
				...answer,
				doubts,
			}),
		many: async (body, answer) =>
			await call.request('POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields', {
				...ids,
				body,
				...answer,
				doubts,
			}),
		shown: ({ type, ID }) => `${type} (${ID})`,
	});
}

/** How fields travel, whether they come one per item or as a list. */
export const fieldsBulk = <Ids extends DocumentIds>(
	entries: Bulk<NewField, DocumentIds, Ids>['entries'],
): Bulk<NewField, DocumentIds, Ids> => ({
	max: ENTRIES_PER_REQUEST,
	target: ({ envelopeID, documentID }) => ({ envelopeID, documentID }),
	entries,
	clash: (call) => (allowsOverlap(call) ? undefined : overEarlier),
	send: async (call, ids, wanted) => {
		await assertSigners(call, ids, wanted);
		return await addFields(call, ids, wanted, { mustBeApart: !allowsOverlap(call) });
	},
});

/**
 * Reads the roles once per envelope and run: a field for a copy recipient is refused here. Best effort: whoever
 * may place fields need not be allowed to read participants, and the service checks this, too.
 */
export async function assertSigners(
	call: Call,
	{ envelopeID }: DocumentIds,
	wanted: Array<{ participantID?: UUID }>,
): Promise<void> {
	const participants = await call.once(
		`readable participants ${envelopeID}`,
		async () => await listParticipants(call, envelopeID).catch(() => []),
	);
	const copies = new Set(
		participants.filter(({ role }) => role === 'cc').map(({ ID }) => idKey(ID)),
	);
	const guilty = wanted.findIndex(({ participantID }) => copies.has(idKey(participantID)));
	if (guilty < 0) return;
	throw wrongInput(
		'A copy recipient (CC) cannot have a field',
		'Choose a participant with the role Signer.',
		guilty,
	);
}
