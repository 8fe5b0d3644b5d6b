import type { INodeProperties } from 'n8n-workflow';

import {
	ENTRIES_PER_REQUEST,
	LIMITS,
	type NewParticipant,
	type Participant,
	type UUID,
} from '../../api';
import {
	claimInTurn,
	optionSwitch,
	putNewest,
	UserError,
	wrongInput,
	type Bulk,
	type Call,
	type Claim,
	type Kind,
	type Reconciled,
} from '../../core';
import { createTogether } from '../shared/createTogether';
import type { EnvelopeIds } from '../shared/locators';
import type { Creation } from '../shared/sendTogether';
import { confirmed, shownProof, showsAll } from './confirmed';
import { shownParticipant } from './form';
import { listParticipants } from './participant';

type Person = Pick<NewParticipant, 'email'> & { role?: string };

const spelled = (text: unknown): string =>
	String(text ?? '')
		.normalize('NFC')
		.trim()
		.toLowerCase();

/** Who a participant is, however the service spells it. */
export const identityOf = ({ email, role }: Person): string =>
	JSON.stringify([addressKey(email), spelled(role)]);

/** Each of several answers is compared with each address. */
const keys = new Map<string, string>();
const MOST_KEYS = 1_000;

/** A service may answer with the domain in the form that mail servers use: `xn--...` (RFC 5891). */
function addressKey(email: unknown): string {
	const address = spelled(email);
	const known = keys.get(address);
	if (known !== undefined) return known;
	const at = address.lastIndexOf('@');
	const domain = address.slice(at + 1);
	const isAscii = !/[^\x20-\x7e]/.test(domain) || !URL.canParse(`http://${domain}`);
	const key = isAscii ? address : address.slice(0, at + 1) + new URL(`http://${domain}`).hostname;
	return putNewest(keys, [address, key], MOST_KEYS);
}

/** Left out, empty, or with stars in place of what it is or of a part of it. */
function isHidden(shown: unknown, wanted = ''): boolean {
	if (shown === undefined || shown === null) return true;
	const [head = '', ...parts] = String(shown).split(/[*\u2022]+/);
	if (parts.length === 0) return head === '';
	const tail = parts.at(-1) ?? '';
	return wanted === '' || (wanted.startsWith(head) && wanted.endsWith(tail));
}

/** A service that does not show a code must at least show that there is one. */
const agrees = (
	{ authentication: wanted }: Pick<NewParticipant, 'authentication'>,
	made: Participant,
): boolean => shownProof(wanted, made) === 'agrees';

const proof = ({ authentication }: NewParticipant | Participant): string =>
	JSON.stringify(Object.entries(authentication ?? {}).sort());

const isSame = (one: Person, other: Person): boolean => identityOf(one) === identityOf(other);

/** Whether the answer is about somebody else, where it says so. How they prove who they are is judged by `confirmed`. */
const contradicts = (wanted: NewParticipant, { email, role }: Participant): boolean =>
	(!isHidden(spelled(email), spelled(wanted.email)) &&
		addressKey(wanted.email) !== addressKey(email)) ||
	(!isHidden(role) && spelled(wanted.role) !== spelled(role));

const BY_ADDRESS = 'email address';

/** An answer without a role says nothing about it; another role is another participant. */
const isAlike = (wanted: NewParticipant, { email, role }: Participant): boolean =>
	addressKey(wanted.email) === addressKey(email) && spelled(role) === '';

export const PARTICIPANTS: Kind<NewParticipant, Participant> = {
	// As loose as the loosest way to find one again.
	same: (one, other) => addressKey(one.email) === addressKey(other.email),
	agrees,
	proves: (wanted, made) => isSame(wanted, made) && showsAll(wanted, made),
	contradicts,
	tiers: [
		{ fits: (wanted, made) => isSame(wanted, made) && proof(wanted) === proof(made) },
		{ fits: (wanted, made) => isSame(wanted, made) && agrees(wanted, made) },
		{ fits: isSame },
		// Twins without a role can still be told apart by their codes.
		{
			named: BY_ADDRESS,
			fits: (wanted, made) => isAlike(wanted, made) && proof(wanted) === proof(made),
		},
		{ named: BY_ADDRESS, fits: (wanted, made) => isAlike(wanted, made) && agrees(wanted, made) },
		{ named: BY_ADDRESS, fits: isAlike },
	],
};

const placeOf = (envelopeID: UUID): string => `participants ${envelopeID}`;

type Added = Reconciled<Participant> & {
	matchedBy?: string;
	warnings?: string[];
};

/** One request for all; a lost answer is found again by reading, so that nobody is added twice. */
export async function addParticipants(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
	{
		toldApart = false,
		...manner
	}: Pick<Creation<NewParticipant, Participant>, 'before' | 'claim' | 'inOwnDraft'> & {
		/** Fields are given to them afterwards, so that none may be taken for another. */
		toldApart?: boolean;
	} = {},
): Promise<Added[]> {
	// `createTogether` keeps track of what is in doubt, entry by entry.
	const doubts = undefined;
	const list = async () => await listParticipants(call, envelopeID);
	return await createTogether(call, wanted, {
		...manner,
		...(toldApart && { unclear }),
		kind: PARTICIPANTS,
		place: placeOf(envelopeID),
		where: `participants of envelope ${envelopeID}`,
		list,
		confirm: async (sent, made) => await confirmed(call, list, sent, made),
		one: async (body, answer) =>
			await call.request('POST /sign/envelopes/{envelopeID}/participants', {
				envelopeID,
				body,
				...answer,
				doubts,
			}),
		many: async (body, answer) =>
			await call.request('POST /sign/envelopes/{envelopeID}/participants', {
				envelopeID,
				body,
				...answer,
				doubts,
			}),
		shown: ({ email, ID }) => `${email} (${ID})`,
	});
}

const unclear = () =>
	new UserError(
		'The service does not show which of the new participants is which',
		"Their email addresses or roles are hidden in its answers, so a field could be given to the wrong person. Add each participant with a separate 'Participant > Create' node, or leave out the fields.",
	);

/** Adds only who is not there yet: running the same step twice adds nobody twice. */
async function addMissing(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
): Promise<Added[]> {
	const mine = await claimInTurn(call, placeOf(envelopeID), wanted, PARTICIPANTS.same);
	return await addNew(call, envelopeID, wanted, mine).finally(() => mine.release());
}

async function addNew(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
	claim: Claim<NewParticipant>,
): Promise<Added[]> {
	const before = await listParticipants(call, envelopeID);
	const present = new Map<string, Added>(before.map((one) => [identityOf(one), one]));
	const missing = new Map<string, NewParticipant>();
	for (const [index, one] of wanted.entries()) {
		const key = identityOf(one);
		const other = present.get(key) ?? missing.get(key);
		if (other === undefined) missing.set(key, one);
		else if (one.authentication && !agrees(one, { ID: '', ...other })) throw weaker(index);
	}
	if (missing.size > 0) {
		const added = await addParticipants(call, envelopeID, [...missing.values()], {
			before,
			claim,
		});
		[...missing.keys()].forEach((key, index) => present.set(key, added[index] as Added));
	}
	return wanted.map((one) => present.get(identityOf(one)) as Added);
}

/** Returning who is there would drop the authentication that was asked for. */
const weaker = (entry: number) =>
	wrongInput(
		'The participant is already in the envelope, but with a different authentication',
		"Change it with the 'Update' operation, or turn off 'Skip Existing'.",
		entry,
	);

const { participantsPerEnvelope: most } = LIMITS;
export const TOO_MANY = `An envelope can have at most ${most} participants. Split them across several envelopes.`;

export const skipExisting: INodeProperties = {
	displayName: 'Skip Existing',
	name: 'skipExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether to return a participant who is already in the envelope, with the same email and role, instead of adding them again',
};

const skips = (call: Call): boolean => optionSwitch(call, skipExisting);

/** How participants travel, whether they come one per item or as a list. */
export const participantsBulk = (
	entries: (call: Call) => NewParticipant[],
): Bulk<NewParticipant, EnvelopeIds> => ({
	max: ENTRIES_PER_REQUEST,
	perTarget: {
		most,
		message: `There are more than ${most} participants for one envelope`,
		description: TOO_MANY,
	},
	target: ({ envelopeID }) => ({ envelopeID }),
	entries,
	options: skips,
	same: (call) => (skips(call) ? identityOf : undefined),
	send: async (call, { envelopeID }, wanted) =>
		skips(call)
			? await addMissing(call, envelopeID, wanted)
			: await addParticipants(call, envelopeID, wanted),
	output: (call, participant) => shownParticipant(call, participant as Participant),
});
