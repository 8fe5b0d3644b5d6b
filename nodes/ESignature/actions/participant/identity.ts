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

/** The advice where an envelope has no signer at all. */
export const ADD_A_SIGNER =
	'Only a signer can have a field. Add a participant with the role Signer.';

interface FoundSigner {
	/** In the list of participants. */
	index?: number;
	/** Who is named, if it is a copy recipient. */
	copy?: Person;
	/** The addresses of all signers. */
	emails: unknown[];
}

/** Finds the signer whom a field names by address. The only signer need not be named. */
export function findSigner(
	people: readonly Person[],
	named: string,
	isNamed: (email: string, index: number) => boolean = (email) =>
		normalized(email) === normalized(named),
): FoundSigner {
	const entries = people.map((person, index) => ({ person, index }));
	const signers = entries.filter(({ person }) => person.role !== 'cc');
	const emails = signers.map(({ person }) => person.email);
	if (named === '' && signers.length === 1) return { index: signers[0]?.index, emails };
	const found = entries.filter(({ person, index }) => isNamed(person.email, index));
	const signer = found.find((one) => signers.includes(one));
	return signer ? { index: signer.index, emails } : { copy: found[0]?.person, emails };
}

export const hasMethod = (
	{ authentication }: Pick<Participant, 'authentication'>,
	{ type }: Pick<Authentication, 'type'>,
): boolean => authentication?.type === type;

/** Whether an answer shows exactly this authentication. */
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
