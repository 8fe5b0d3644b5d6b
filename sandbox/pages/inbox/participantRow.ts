import { signingPath } from '../../service/links';
import type { StoredEnvelope, StoredParticipant } from '../../service/records';
import { nextSigners, waitsFor } from '../../service/turns';
import { html, type Html, type Part } from '../html';
import { time } from '../layout';

const METHODS = { AccessCode: 'asks for an access code', SMS: 'asks for an SMS code' };

/** A participant, what they have done, and the link to what they can do. */
export function participantRow(envelope: StoredEnvelope, participant: StoredParticipant): Html {
	const { email, role, authentication } = participant;
	const path = signingPath(envelope, participant);
	const link = nextSigners(envelope).includes(participant)
		? html`<a class="button" href="${path}">Sign as ${email}</a>`
		: html`<a href="${path}">View as ${email}</a>`;
	return html`<li>
		<div>
			<b>${email}</b>
			<span class="aside"
				>${role === 'cc' ? 'copy' : 'signer'}${
					authentication && `, ${METHODS[authentication.type]}`
				}</span
			>
			<br />${standing(envelope, participant)} ${accessCode(envelope, participant)}
		</div>
		${envelope.status !== 'drafted' && link}
	</li> `;
}

/** The sandbox has no sender who could pass the code on, so it stands here. */
function accessCode({ status }: StoredEnvelope, { authentication }: StoredParticipant): Part {
	if (status === 'drafted' || authentication?.type !== 'AccessCode') return false;
	return html`<br /><span class="told"
			>The sender would have told them the access code
			<strong>${authentication.accessCode}</strong></span
		>`;
}

function standing(envelope: StoredEnvelope, participant: StoredParticipant): Part {
	const { role, signedAt, declinedAt } = participant;
	const { status } = envelope;
	if (signedAt) return html`Signed ${time(signedAt)}`;
	if (declinedAt) return html`Declined ${time(declinedAt)}`;
	if (status === 'drafted') return 'Not sent yet';
	if (role === 'cc') return 'Receives a copy';
	const before = waitsFor(envelope, participant);
	if (before) return `Waits for ${before.email}`;
	return status === 'sent' ? 'Has to sign' : 'Has not signed';
}
