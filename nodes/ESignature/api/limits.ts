/**
 * Published figures. The first is the contract's ("Limits") and is checked here; the others are from the
 * supplement and may have changed, so that the service decides and its refusal is explained with them.
 */
export const LIMITS = {
	participantsPerEnvelope: 200,
	documentBytes: 20_000_000,
	documentPages: 250,
	documentsPerEnvelope: 15,
	envelopeBytes: 300_000_000,
	documentNameLength: 255,
	accessCodeLength: { min: 4, max: 32 },
	countryCodeDigits: { min: 1, max: 4 },
} as const;

/** A number of bytes as people write it. */
export const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`;
