import { randomInt, randomUUID } from 'node:crypto';

import type { StoredEnvelope, StoredParticipant } from './records';
import type { Service } from './service';

interface SigningAccess {
	openedAt?: Date;
	/** The SMS code under way; used up by the first right entry. */
	smsCode?: string;
	/** Proofs of a right code, one per browser. */
	passes: Set<string>;
}

const accesses = new WeakMap<StoredParticipant, SigningAccess>();

function accessOf(participant: StoredParticipant): SigningAccess {
	const access = accesses.get(participant) ?? { passes: new Set<string>() };
	accesses.set(participant, access);
	return access;
}

const note = (service: Service, envelope: StoredEnvelope, who: string, what: string) => {
	// Nothing may be added to the trail of an envelope that has ended: it may be archived already.
	if (envelope.status === 'sent') service.noted(envelope, { what, who });
};

/** Without a required code, the link alone is enough. */
export const mayEnter = (participant: StoredParticipant, pass: string | undefined): boolean =>
	!participant.authentication || accessOf(participant).passes.has(pass ?? '');

/** When the signer first saw the documents, which is the value of date fields (docs/api.md, Fields). */
export function openedAt(
	service: Service,
	envelope: StoredEnvelope,
	participant: StoredParticipant,
): Date {
	const access = accessOf(participant);
	if (!access.openedAt) {
		access.openedAt = new Date(service.settings.now());
		note(service, envelope, participant.email, 'Opened the documents');
	}
	return access.openedAt;
}

export const phoneOf = ({ authentication }: StoredParticipant): string | undefined =>
	authentication?.type === 'SMS'
		? `${authentication.countryCode} ${authentication.phoneNumber}`
		: undefined;

/** Sends a code to the simulated phone, unless one is under way. */
export function sendSmsCode(
	service: Service,
	envelope: StoredEnvelope,
	participant: StoredParticipant,
): void {
	const access = accessOf(participant);
	if (access.smsCode) return;
	access.smsCode = String(randomInt(1_000_000)).padStart(6, '0');
	note(service, envelope, participant.email, `SMS code sent to ${phoneOf(participant)}`);
}

/** The messages on the simulated phone; reading them sends none. */
export const smsUnderWay = (participant: StoredParticipant): string | undefined =>
	phoneOf(participant) && accessOf(participant).smsCode;

/** The proof for the browser; undefined if the code is wrong. */
export function enterCode(
	service: Service,
	envelope: StoredEnvelope,
	participant: StoredParticipant,
	code: string,
): string | undefined {
	const access = accessOf(participant);
	const { authentication, email } = participant;
	const isAccessCode = authentication?.type === 'AccessCode';
	const method = isAccessCode ? 'access code' : 'SMS code';
	const right = isAccessCode ? authentication.accessCode : access.smsCode;
	if (right?.trim() !== code.trim()) {
		note(service, envelope, email, `Authentication failed: wrong ${method}`);
		return undefined;
	}
	const pass = randomUUID();
	access.passes.add(pass);
	access.smsCode = undefined;
	note(service, envelope, email, `Authentication passed: ${method}`);
	return pass;
}
