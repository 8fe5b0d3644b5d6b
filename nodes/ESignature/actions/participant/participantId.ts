import { defineLocator } from '../../core';
import { searchParticipants } from './searchParticipants';

export const participantLocator = defineLocator({
	displayName: 'Participant',
	name: 'participantId',
	description: 'The participant to work on',
	method: 'searchParticipants',
	search: searchParticipants,
});

export const participantId = participantLocator.property;
