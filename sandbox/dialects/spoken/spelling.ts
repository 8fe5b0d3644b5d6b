import { isRead, onThings, renamed, type Kind } from '../changes';
import type { Dialect } from '../dialect';

const THINGS: Kind[] = ['envelope', 'document', 'participant', 'field'];

/** Keys and words that samples and schemas spell in two ways. */
export const spelling: Dialect[] = [
	{
		name: 'key-id',
		changes: '`id` instead of `ID`',
		leftOpenBy: 'Supplement: "A key may be spelt `id` instead of `ID` in old samples"',
		group: 'key of the ID',
		answer: onThings(THINGS, (thing) => renamed(thing, { ID: 'id' })),
	},
	{
		name: 'key-field-id',
		changes: '`fieldID` instead of `ID` in the list of fields',
		leftOpenBy: 'Supplement: "A list sample names the key `fieldID` while the schema says `ID`"',
		group: 'key of the ID',
		answer: onThings(['field'], (field, asked) =>
			isRead(asked) ? renamed(field, { ID: 'fieldID' }) : field,
		),
	},
	{
		name: 'key-status-in-lists',
		changes: '`status`, not `statue`, in the list of documents, too',
		leftOpenBy:
			'List Documents: "the sample list item spells the status key `statue`, while the document schema names it `status`"',
		answer: onThings(['document'], (document) => renamed(document, { statue: 'status' })),
	},
	{
		name: 'key-participant-id',
		changes: '`participantId` and `documentId` in the answers about fields',
		leftOpenBy:
			'The contract writes `participantID`, the supplement shows `userId` beside it and `id` for `ID`: one spelling is not promised',
		answer: onThings(['field'], (field) =>
			renamed(field, { participantID: 'participantId', documentID: 'documentId' }),
		),
	},
	{
		name: 'role-capitals',
		changes: 'Roles come back in capitals',
		leftOpenBy: 'Participant: "Whether the role value is case-sensitive: not shown."',
		answer: onThings(['participant'], (one) =>
			typeof one.role === 'string' ? { ...one, role: one.role.toUpperCase() } : one,
		),
	},
];
