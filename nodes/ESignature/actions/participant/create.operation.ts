import { defineBulkOperation } from '../../core';
import { rowOf } from '../shared/inputs';
import { envelopeId } from '../shared/locators';
import { participantsBulk, skipExisting } from './addParticipants';
import { includeAccessCodes, participantProperties } from './form';
import { newParticipant } from './participant';

export const create = defineBulkOperation({
	name: 'Create',
	action: 'Create participant',
	description: 'Add a signer or copy recipient to a draft',
	ids: [envelopeId],
	properties: [...participantProperties],
	options: [includeAccessCodes, skipExisting],
	bulk: participantsBulk((call) => [newParticipant(rowOf(call, participantProperties))]),
});
