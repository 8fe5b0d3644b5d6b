export interface SandboxOptions {
	/** 0 takes any free port. The sandbox always listens on 127.0.0.1 only. */
	port?: number;
	clientId?: string;
	clientSecret?: string;
	/** How long a document stays `pending`; 0 processes it before the upload is answered. */
	processingMs?: number;
	/** How long an envelope stays `processing` after the last signature. */
	sealingMs?: number;
	/** Envelopes per page of the list. */
	pageSize?: number;
	/** Start (and restart) with one envelope in every state. */
	seed?: boolean;
	listOldestFirst?: boolean;
	/** The list, a change and sending answer full envelopes. */
	fullEnvelopes?: boolean;
	/** Keys that the interface does not have are ignored instead of refused. */
	ignoresUnknownKeys?: boolean;
	/** Creating an envelope needs `notification`. */
	requiresNotification?: boolean;
	/** Names of `DIALECTS`. */
	dialects?: readonly string[];
	/** The sandbox's clock, in milliseconds since 1970. */
	now?: () => number;
}

export type Settings = Required<SandboxOptions>;

const DEFAULTS: Settings = {
	port: 0,
	clientId: 'sandbox-client',
	clientSecret: 'sandbox-secret-for-development-only',
	processingMs: 20,
	sealingMs: 20,
	pageSize: 50,
	listOldestFirst: false,
	fullEnvelopes: false,
	ignoresUnknownKeys: false,
	requiresNotification: false,
	seed: false,
	dialects: [],
	now: Date.now,
};

/** Options given as `undefined` count as not given. */
export function settingsFrom(options: SandboxOptions): Settings {
	const given = Object.entries(options).filter(([, value]) => value !== undefined);
	return { ...DEFAULTS, ...Object.fromEntries(given) };
}
