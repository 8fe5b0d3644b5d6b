import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

import type { StoredEnvelope, StoredParticipant } from './records';
import type { Service } from './service';

const WRONG_CODES_IN_A_ROW = 5;
const PAUSE_MS = 60_000;

/** What a participant has done at the door of the signing page. */
interface Door {
	openedAt?: Date;
	/** The SMS code under way; used up by the first right entry. */
	smsCode?: string;
	wrong: number;
	pausedUntil: number;
	/** Proofs of a right code, one per browser. */
	passes: Set<string>;
}

const doors = new WeakMap<StoredParticipant, Door>();

function doorOf(participant: StoredParticipant): Door {
	const door = doors.get(participant) ?? { wrong: 0, pausedUntil: 0, passes: new Set<string>() };
	doors.set(participant, door);
	return door;
}

const note = (service: Service, envelope: StoredEnvelope, who: string, what: string) => {
	// Nothing may be added to the trail of an envelope that has ended: it may be archived already.
	if (envelope.status === 'sent') service.noted(envelope, { what, who });
};

/** Without a required code, the link alone is enough. */
export const mayEnter = (participant: StoredParticipant, pass: string | undefined): boolean =>
	!participant.authentication || doorOf(participant).passes.has(pass ?? '');

/** When the signer first saw the documents, which is the value of date fields (contract, "Field"). */
export function openedAt(
	service: Service,
	envelope: StoredEnvelope,
	participant: StoredParticipant,
): Date {
	const door = doorOf(participant);
	if (!door.openedAt) {
		door.openedAt = new Date(service.settings.now());
		note(service, envelope, participant.email, 'Opened the documents');
	}
	return door.openedAt;
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
	const door = doorOf(participant);
	if (!door.smsCode || renew) {
		door.smsCode = codeOtherThan(door.smsCode);
		note(service, envelope, participant.email, `SMS code sent to ${phoneOf(participant)}`);
	}
	return door.smsCode;
}

/** A new code must end the old one, so it cannot be the same by chance. */
function codeOtherThan(old: string | undefined): string {
	const code = String(randomInt(1_000_000)).padStart(6, '0');
	return code === old ? codeOtherThan(old) : code;
}

/** What the simulated phone shows; it never causes a message. */
export const smsUnderWay = (participant: StoredParticipant): string | undefined =>
	phoneOf(participant) && doorOf(participant).smsCode;

export type CodeOutcome = { pass: string } | { wrong: true } | { pausedSeconds: number };

/** Compares a code; too many wrong ones in a row close the door for a while. */
export function enterCode(
	service: Service,
	envelope: StoredEnvelope,
	participant: StoredParticipant,
	code: string,
): CodeOutcome {
	const door = doorOf(participant);
	const { authentication, email } = participant;
	const now = service.settings.now();
	const method = authentication?.type === 'AccessCode' ? 'access code' : 'SMS code';
	const pausedSeconds = Math.ceil((door.pausedUntil - now) / 1000);
	if (pausedSeconds > 0) return { pausedSeconds };

	const right = authentication?.type === 'AccessCode' ? authentication.accessCode : door.smsCode;
	if (right !== undefined && same(code.trim(), right.trim())) {
		const pass = randomUUID();
		door.passes.add(pass);
		door.wrong = 0;
		door.smsCode = undefined;
		note(service, envelope, email, `Authentication passed: ${method}`);
		return { pass };
	}
	door.wrong += 1;
	note(service, envelope, email, `Authentication failed: wrong ${method}`);
	if (door.wrong < WRONG_CODES_IN_A_ROW) return { wrong: true };
	door.wrong = 0;
	door.smsCode = undefined;
	door.pausedUntil = now + PAUSE_MS;
	return { pausedSeconds: PAUSE_MS / 1000 };
}

/** In constant time: both sides have the same length once they are hashed. */
function same(one: string, other: string): boolean {
	const hash = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(hash(one), hash(other));
}
