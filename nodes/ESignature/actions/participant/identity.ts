import type { Authentication, NewParticipant, Participant } from '../../api';

type Person = Pick<NewParticipant, 'email'> & { role?: string };

const normalized = (text: unknown): string =>
	String(text ?? '')
		.normalize('NFC')
		.trim()
		.toLowerCase();

/** Email address and role, however they are normalized: what tells participants apart. */
export const identityOf = ({ email, role }: Person): string =>
	JSON.stringify([normalized(email), normalized(role)]);

export const hasMethod = (
	{ authentication }: Pick<Participant, 'authentication'>,
	{ type }: Pick<Authentication, 'type'>,
): boolean => authentication?.type === type;

/** Whether the participant has exactly this authentication. The service returns codes in clear. */
export const hasAuthentication = (
	{ authentication }: Pick<Participant, 'authentication'>,
	wanted: Authentication | undefined,
): boolean => {
	if (!wanted) return !authentication;
	const { type, ...parts } = wanted;
	const stored: Record<string, unknown> = { ...authentication };
	return (
		hasMethod({ authentication }, { type }) &&
		Object.entries(parts).every(([key, value]) => stored[key] === value)
	);
};
