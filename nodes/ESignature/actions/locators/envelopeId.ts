import { defineLocator } from '../../core';
import { searchEnvelopes } from './searchEnvelopes';

export const envelopeLocator = defineLocator({
	displayName: 'Envelope',
	name: 'envelopeId',
	description: 'The envelope to work on',
	method: 'searchEnvelopes',
	search: searchEnvelopes,
});

export const envelopeId = envelopeLocator.property;
