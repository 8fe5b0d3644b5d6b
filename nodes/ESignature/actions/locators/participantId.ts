import { defineLocator, type Search } from '../../core';
import { listAll } from '../listAll';
import { choices } from './choices';

const searchParticipants =
	(wanted: (role: string) => boolean): Search =>
	async (call, filter) => {
		const { items } = await listAll(call, 'GET /sign/envelopes/{envelopeID}/participants', {
			envelopeID: call.id('envelopeId'),
		});
		const people = items.map(({ ID, email, role }) => ({
			email: email ?? ID,
			role: String(role ?? '').toLowerCase(),
			value: ID,
		}));
		return choices(
			people
				.filter(({ role }) => wanted(role))
				.map(({ email, role, value }) => ({ name: role ? `${email} (${role})` : email, value })),
			filter,
		);
	};

export const participantLocator = defineLocator({
	displayName: 'Participant',
	name: 'participantId',
	description: 'The participant to work on',
	method: 'searchParticipants',
	search: searchParticipants(() => true),
});

/** Who can have a field: a copy recipient cannot. */
export const signerLocator = defineLocator({
	displayName: 'Participant',
	name: 'participantId',
	description: 'The signer who fills in the field. Copy recipients cannot have fields.',
	method: 'searchSigners',
	// A role that the service leaves out may be that of a signer.
	search: searchParticipants((role) => role !== 'cc'),
});

export const participantId = participantLocator.property;
export const signerId = signerLocator.property;
