/** Contract, "Limits"; the ones on documents are from the supplement. */
export const LIMITS = {
	participantsPerEnvelope: 200,
	documentBytes: 20_000_000,
	documentPages: 250,
	documentsPerEnvelope: 15,
	envelopeBytes: 300_000_000,
	documentNameLength: 255,
	accessCodeLength: { min: 4, max: 32 },
} as const;
