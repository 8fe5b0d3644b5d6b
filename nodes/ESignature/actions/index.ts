import type { Resource } from '../core';
import * as document from './document';
import { documentRefusals } from './document/refusals';
import * as envelope from './envelope';
import { envelopeRefusals } from './envelope/refusals';
import * as field from './field';
import { fieldRefusals } from './field/refusals';
import * as participant from './participant';
import { participantRefusals } from './participant/refusals';

export { LOCATORS } from './shared/locators';

export const RESOURCES: readonly Resource[] = [
	{
		name: 'Envelope',
		value: 'envelope',
		default: 'get',
		operations: envelope,
		refusals: envelopeRefusals,
	},
	{
		name: 'Document',
		value: 'document',
		default: 'add',
		operations: document,
		refusals: documentRefusals,
	},
	{
		name: 'Participant',
		value: 'participant',
		default: 'create',
		operations: participant,
		refusals: participantRefusals,
	},
	{ name: 'Field', value: 'field', default: 'create', operations: field, refusals: fieldRefusals },
];
