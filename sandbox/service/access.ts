import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

import type { StoredEnvelope, StoredParticipant } from './records';
import type { Service } from './service';

const WRONG_CODES_IN_A_ROW = 5;
const PAUSE_MS = 60_000;

interface SigningAccess {
	openedAt?: Date;
	/** The SMS code under way; used up by the first right entry. */
	smsCode?: string;
	wrong: number;
	pausedUntil: number;
	/** Proofs of a right code, one per browser. */
	passes: Set<string>;
}

const accesses = new WeakMap<StoredParticipant, SigningAccess>();

function accessOf(participant: StoredParticipant): SigningAccess {
	const access = accesses.get(participant) ?? {
		wrong: 0,
		pausedUntil: 0,
		passes: new Set<string>(),
	};
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

/** The code on its way to the phone; sent now when there is none, or when a new one is asked for. */
export function smsCode(
	service: Service,
	envelope: StoredEnvelope,
	participant: StoredParticipant,
	{ renew = false } = {},
): string {
	const access = accessOf(participant);
	if (!access.smsCode || renew) {
		access.smsCode = codeOtherThan(access.smsCode);
		note(service, envelope, participant.email, `SMS code sent to ${phoneOf(participant)}`);
	}
	return access.smsCode;
}

/** A new code must end the old one, so it cannot be the same by chance. */
function codeOtherThan(old: string | undefined): string {
	const code = String(randomInt(1_000_000)).padStart(6, '0');
	return code === old ? codeOtherThan(old) : code;
}

/** The messages on the simulated phone; reading them sends none. */
export const smsUnderWay = (participant: StoredParticipant): string | undefined =>
	phoneOf(participant) && accessOf(participant).smsCode;

export type CodeOutcome = { pass: string } | { wrong: true } | { pausedSeconds: number };

/** Compares a code; too many wrong ones in a row are followed by a pause. */
export function enterCode(
	service: Service,
	envelope: StoredEnvelope,
	participant: StoredParticipant,
	code: string,
): CodeOutcome {
	const access = accessOf(participant);
	const { authentication, email } = participant;
	const now = service.settings.now();
	const method = authentication?.type === 'AccessCode' ? 'access code' : 'SMS code';
	const pausedSeconds = Math.ceil((access.pausedUntil - now) / 1000);
	if (pausedSeconds > 0) return { pausedSeconds };

	const right = authentication?.type === 'AccessCode' ? authentication.accessCode : access.smsCode;
	if (right !== undefined && same(code.trim(), right.trim())) {
		const pass = randomUUID();
		access.passes.add(pass);
		access.wrong = 0;
		access.smsCode = undefined;
		note(service, envelope, email, `Authentication passed: ${method}`);
		return { pass };
	}
	access.wrong += 1;
	note(service, envelope, email, `Authentication failed: wrong ${method}`);
	if (access.wrong < WRONG_CODES_IN_A_ROW) return { wrong: true };
	access.wrong = 0;
	access.smsCode = undefined;
	access.pausedUntil = now + PAUSE_MS;
	return { pausedSeconds: PAUSE_MS / 1000 };
}

/** In constant time: both sides have the same length once they are hashed. */
function same(one: string, other: string): boolean {
	const hash = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(hash(one), hash(other));
}
