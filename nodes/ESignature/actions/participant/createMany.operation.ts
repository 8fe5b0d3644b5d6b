import { LIMITS } from '../../api';
import { defineBulkOperation } from '../../core';
import { envelopeId } from '../shared/locators';
import { inputMode, jsonRows } from '../shared/rows';
import { participantsBulk, skipExisting } from './addParticipants';
import { includeAccessCodes, participantRows } from './form';
import { participantsIn } from './participant';

const EXAMPLE =
	'[{ "email": "nathan@example.com", "role": "signer", "authentication": "accessCode", "accessCode": "1234" }]';

export const createMany = defineBulkOperation({
	name: 'Create Many',
	action: 'Create many participants',
	description: `Add up to ${LIMITS.participantsPerEnvelope} participants to a draft in one request`,
	ids: [envelopeId],
	properties: [
		inputMode,
		participantRows,
		jsonRows('participantsJson', 'Participants (JSON)', EXAMPLE),
	],
	options: [includeAccessCodes, skipExisting],
	bulk: participantsBulk(participantsIn),
});
