import type { Authentication, Participant, UUID } from '../../api';
import { defineOperation, sameId, settleByState, UserError, type Call } from '../../core';
import { notOffered, rowOf } from '../shared/inputs';
import { envelopeId, participantId } from '../shared/locators';
import { confirmed } from './confirmed';
import {
	authenticationProperties,
	includeAccessCodes,
	newAuthentication,
	shownParticipant,
} from './form';
import { authenticationOf, listParticipants, type AuthenticationInput } from './participant';

export const update = defineOperation({
	name: 'Update',
	action: 'Update participant',
	description: 'Change how a participant proves who they are. Nothing else can be changed.',
	ids: [envelopeId, participantId],
	properties: [
		{
			displayName:
				'The email address and the role of a participant cannot be changed. To correct them, delete the participant and create a new one.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		...authenticationProperties,
	],
	options: [includeAccessCodes],
	read: (call) => chosenMethod(rowOf(call, authenticationProperties)),
	run: async (call, authentication) => {
		const { ids, request } = call;
		const answered = await request(
			'PATCH /sign/envelopes/{envelopeID}/participants/{participantID}',
			{
				...ids,
				body: { authentication },
				// Setting the same method twice changes nothing.
				settle: async () =>
					await settleByState(call, async () => await readParticipant(call, ids), {
						isDone: (now) => hasIt(now, authentication),
					}),
			},
		);
		const list = async () => await listParticipants(call, ids.envelopeID);
		const [participant = answered] = await confirmed(call, list, [{ authentication }], [answered]);
		return { json: shownParticipant(call, participant) };
	},
});

/** The service documents no way to take a method away. */
function chosenMethod(input: AuthenticationInput): Authentication {
	const authentication = authenticationOf(input, 'form');
	if (authentication) return authentication;
	throw notOffered(
		newAuthentication,
		'A method can be replaced, not removed: to remove it, delete the participant and create a new one.',
	);
}

async function readParticipant(
	call: Call,
	{ envelopeID, participantID }: { envelopeID: UUID; participantID: UUID },
): Promise<Participant> {
	const items = await listParticipants(call, envelopeID);
	const found = items.find(({ ID }) => sameId(ID, participantID));
	if (found) return found;
	throw new UserError('The participant is not in the list of the envelope');
}

const hasIt = (participant: Participant, wanted: Authentication): boolean =>
	Object.entries(wanted).every(
		([key, value]) =>
			(participant.authentication as Record<string, unknown> | undefined)?.[key] === value,
	);
