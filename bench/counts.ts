/** Counted by the service. */
export interface Counts {
	requests: number;
	tokens: number;
	envelopes: number;
	listed: number;
	created: number;
	deleted: number;
	files: number;
	/** Of files. */
	bytes: number;
}

export interface Settings {
	/** Sizes of files in bytes. */
	auditTrail: number;
	sealed: number;
	/** Envelopes in the list. */
	listed: number;
	/** Fields of the first document before anything is done, with IDs from 0 on. */
	fields: number;
	/** After so many, a token is refused. */
	callsPerToken: number;
}

export const KINDS = { envelope: 0, document: 1, participant: 2, field: 3, created: 4 };

export const idOf = (n: number, kind: keyof typeof KINDS = 'envelope'): string =>
	`00000000-0000-400${KINDS[kind]}-8000-${String(n).padStart(12, '0')}`;
