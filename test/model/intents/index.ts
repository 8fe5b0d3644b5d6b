import { addsDocuments, addsFields, addsOne, addsParticipants } from './adding';
import { changesParticipants, movesFields, renamesDocuments, renamesEnvelopes } from './changing';
import { composes, creates } from './creating';
import { deletesEnvelopes, deletesParts } from './deleting';
import { steps } from './stepping';
import type { Plan } from './intent';

export type { Draw, Planned, Intent } from './intent';

/** Every way to write. */
export const OPERATIONS = {
	'envelope: create': creates,
	'envelope: createAndSend': composes,
	'document: add': addsDocuments,
	'participant: create': addsOne,
	'participant: createMany': addsParticipants({ skipExisting: false }),
	'participant: createMany, skipping': addsParticipants({ skipExisting: true }),
	'field: createMany': addsFields,
	'envelope: send': steps('send', 'sends'),
	'envelope: cancel': steps('cancel', 'cancels'),
	'envelope: remind': steps('remind', 'reminds'),
	'envelope: delete': deletesEnvelopes,
	'document: delete': deletesParts('document'),
	'participant: delete': deletesParts('participant'),
	'field: delete': deletesParts('field'),
	'envelope: update': renamesEnvelopes,
	'document: rename': renamesDocuments,
	'participant: update': changesParticipants,
	'field: update': movesFields,
} satisfies Record<string, Plan>;

export type OperationName = keyof typeof OPERATIONS;
