import type { Search } from '../../core';

export const searchParticipants: Search = async ({ id, request }, filter) => {
	const { items } = await request('GET /sign/envelopes/{envelopeID}/participants', {
		envelopeID: id('envelopeId'),
	});
	return {
		results: items
			.map(({ ID, email, role }) => ({ name: `${email} (${role.toLowerCase()})`, value: ID }))
			.filter(({ name }) => name.toLowerCase().includes(filter)),
	};
};
