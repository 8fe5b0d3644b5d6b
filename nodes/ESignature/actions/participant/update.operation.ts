import type { Authentication } from '../../api';
import { defineOperation, sameId, write } from '../../core';
import { notOffered, rowOf } from '../shared/inputs';
import { envelopeId, participantId } from '../shared/locators';
import {
	authenticationProperties,
	includeAccessCodes,
	newAuthentication,
	shownParticipant,
} from './form';
import { hasAuthentication, hasMethod } from './identity';
import { authenticationOf, listParticipants, type AuthenticationInput } from './participant';

export const update = defineOperation({
	name: 'Update',
	action: 'Update participant',
	description: 'Change how a participant proves their identity',
	ids: [envelopeId, participantId],
	properties: [
		{
			displayName:
				'Email address and role cannot be changed. Delete the participant and create a new one instead.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		...authenticationProperties,
	],
	options: [includeAccessCodes],
	inOrder: true,
	read: (call) => chosenMethod(rowOf(call, authenticationProperties)),
	run: async (call, authentication) => {
		const { ids } = call;
		const adviceIfUnknown = `Check the authentication of the participant ${ids.participantID} before the envelope is sent. If it is wrong, run this step again.`;
		const participant = await write(
			call,
			'PATCH /sign/envelopes/{envelopeID}/participants/{participantID}',
			{ ...ids, body: { authentication }, adviceIfUnknown },
			{
				readBack: async (reader) => {
					const listed = await listParticipants(reader, ids.envelopeID);
					const now = listed.find(({ ID }) => sameId(ID, ids.participantID));
					return now && hasAuthentication(now, authentication) ? now : undefined;
				},
				isDone: (now) => hasMethod(now, authentication),
				// Setting the same method twice changes nothing.
				repeatable: true,
			},
		);
		return { json: shownParticipant(call, participant) };
	},
});

/** There is no way to remove a method (docs/api.md, Participants). */
function chosenMethod(input: AuthenticationInput): Authentication {
	const authentication = authenticationOf(input);
	if (authentication) return authentication;
	throw notOffered(
		newAuthentication,
		'A method cannot be removed. Delete the participant and create a new one.',
	);
}
