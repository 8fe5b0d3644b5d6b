/** docs/api.md, Limits. */
export const LIMITS = {
	participantsPerEnvelope: 200,
	documentBytes: 20_000_000,
	documentPages: 250,
	documentsPerEnvelope: 15,
	envelopeBytes: 300_000_000,
	nameLength: 255,
	accessCode: { min: 4, max: 32 },
} as const;
