import type { SignatureEvent } from './event';

/** Stands for all event types, also those that are not known yet. */
export const ALL_EVENTS = '*';

export interface Filter {
	types: readonly string[];
	/** Empty: any envelope. */
	envelopeIds: readonly string[];
}

export function isWanted(event: SignatureEvent, { types, envelopeIds }: Filter): boolean {
	if (!types.includes(ALL_EVENTS) && !types.includes(event.type)) return false;
	const wanted = envelopeIds.map((id) => id.trim().toLowerCase()).filter(Boolean);
	return wanted.length === 0 || (!!event.envelopeId && wanted.includes(event.envelopeId));
}
