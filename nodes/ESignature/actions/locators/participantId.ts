import { defineLocator, type Search } from '../../core';

const searchParticipants =
	(wanted: (role: string) => boolean): Search =>
	async ({ id, request }, filter) => {
		const { items } = await request('GET /sign/envelopes/{envelopeID}/participants', {
			envelopeID: id('envelopeId'),
		});
		return {
			results: items
				.map(({ ID, email, role }) => ({ email, role: String(role).toLowerCase(), value: ID }))
				.filter(({ role }) => wanted(role))
				.map(({ email, role, value }) => ({ name: `${email} (${role})`, value }))
				.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(filter)),
		};
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
	search: searchParticipants((role) => role === 'signer'),
});

export const participantId = participantLocator.property;
export const signerId = signerLocator.property;
