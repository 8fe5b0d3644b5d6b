import type { Field, NewField, UUID } from '../../api';
import { Explained, lookFor, matchAnswers, type Call } from '../../core';
import { wholeList } from '../wholeList';

const FIELDS = '/sign/envelopes/{envelopeID}/documents/{documentID}/fields';

export interface DocumentIds {
	envelopeID: UUID;
	documentID: UUID;
}

/** Position to a hundredth of a point: the service may round. */
const identityOf = ({ type, participantID, page, boundingBox }: NewField): string =>
	JSON.stringify([
		type,
		String(participantID).toLowerCase(),
		page ?? 1,
		[boundingBox].flat().map((number) => Math.round(number * 100)),
	]);

const fieldIdentity = {
	ofWanted: identityOf,
	ofMade: (made: Field) => identityOf(made),
	ID: ({ ID }: Field) => ID,
	agrees: (wanted: NewField, made: Field) =>
		(['label', 'format', 'modifiable', 'required'] as const).every(
			(key) =>
				!(key in wanted) || { ...wanted }[key as 'required'] === { ...made }[key as 'required'],
		),
};

/** One request for all; a lost answer is found again by reading, so that no field stands twice. */
export async function addFields(
	call: Call,
	ids: DocumentIds,
	wanted: NewField[],
): Promise<Field[]> {
	const read = async () => wholeList(await call.request(`GET ${FIELDS}`, ids), 'fields');
	const settle = async () => await lookFor(call, wanted, undefined, read, fieldIdentity);
	const [only, ...more] = wanted;
	if (only && more.length === 0) {
		const one = await call.request(`POST ${FIELDS}`, {
			...ids,
			body: only,
			settle: async () => {
				const settled = await settle();
				return typeof settled === 'string' ? settled : { reply: settled.reply.items[0] as Field };
			},
		});
		return [one];
	}
	const { items } = await call.request(`POST ${FIELDS}`, {
		...ids,
		body: { items: wanted },
		settle,
	});
	const matched = matchAnswers(wanted, items, identityOf, identityOf);
	if (matched) return matched;
	throw new Explained(
		'The service answered with other fields than were sent',
		"Check the document with the 'Get Many' operation before you run this step again.",
	);
}
