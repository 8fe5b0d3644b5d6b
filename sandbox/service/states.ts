import type { EnvelopeStatus } from '../../nodes/ESignature/api';
import { conflict } from '../http/problems';
import type { StoredEnvelope } from './records';

/**
 * drafted -> sent -> processing -> sealed; sent -> rejected by a decline, sent -> cancelled by
 * `:cancel`. Only the last is certain (docs/api.md, Envelopes: `transitions`).
 */
export function requireState(
	{ ID, status }: StoredEnvelope,
	allowed: readonly EnvelopeStatus[],
	action: string,
): void {
	if (allowed.includes(status)) return;
	throw conflict(
		`Envelope ${ID} is in state ${status}; to ${action} it must be ${allowed.join(' or ')}.`,
	);
}

/** Documents, participants, fields and the envelope's own settings change only in a draft. */
export function requireDraft(envelope: StoredEnvelope, action: string): void {
	requireState(envelope, ['drafted'], action);
}
