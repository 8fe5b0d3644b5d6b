import { deepEqual, equal, ok } from '../assert';

import { idnOf, PEOPLE, WANTED_PEOPLE } from '../people';
import {
	CODE,
	idsOf,
	inNoEnvelope,
	locator,
	onlyThirdFails,
	runNode,
	runOne,
	sameSet,
	showsRefusal,
	uniqueName,
	type Scenario,
	type World,
} from '../world';

const of = (operation: string, more: object = {}) => ({
	resource: 'participant',
	operation,
	...more,
});

const draft = ({ sandbox }: World, participants: number, status: 'drafted' | 'sent' = 'drafted') =>
	sandbox.control.envelope({
		name: uniqueName('People'),
		status,
		participants: Array.from({ length: participants }, () => ({})),
	});

/** One item per participant, its inputs from the item. */
const EACH = Object.fromEntries(
	['email', 'role', 'authentication', 'accessCode', 'countryCode', 'phoneNumber'].map((name) => [
		name,
		`={{ $json.${name} || "" }}`,
	]),
);
const ONE = { email: 'ada@example.com', role: 'signer', authentication: 'none' };

/** Four people, of whom the service takes all but the third: its domain has no dot. */
const ONE_REFUSED = [0, 1, 2, 3].map((index) => ({
	json: { ...ONE, email: index === 2 ? 'root@localhost' : `person${index}@example.com` },
}));

export const participantScenarios: Scenario[] = [
	{
		operation: 'participant: create',
		run: async (world) => {
			const stored = draft(world, 0);
			const items = PEOPLE.map((json) => ({ json }));
			const parameters = of('create', { envelopeId: locator(stored.ID), ...EACH });
			const made = await runNode(world, parameters, items);
			deepEqual(stored.participants.map(idnOf), WANTED_PEOPLE);
			deepEqual(
				idsOf(made),
				stored.participants.map(({ ID }) => ID),
				'the output',
			);
			deepEqual(
				made.map(({ pairedItem }) => pairedItem),
				[0, 1, 2, 3].map((item) => ({ item })),
			);
		},
		refused: async (world) => {
			await showsRefusal(world, of('create', { ...inNoEnvelope, ...ONE }));
			const stored = draft(world, 0);
			const parameters = of('create', { envelopeId: locator(stored.ID), ...EACH });
			await onlyThirdFails(world, parameters, ONE_REFUSED, () => stored.participants.length);
		},
	},
	{
		operation: 'participant: createMany',
		run: async (world) => {
			const stored = draft(world, 1);
			const participantsJson = JSON.stringify(PEOPLE);
			const made = await runNode(
				world,
				of('createMany', {
					envelopeId: locator(stored.ID),
					inputMode: 'json',
					participantsJson,
				}),
			);
			const [, ...added] = stored.participants;
			deepEqual(added.map(idnOf), WANTED_PEOPLE);
			const IDs = added.map(({ ID }) => ID);
			deepEqual(idsOf(made), IDs, 'the output');
		},
	},
	{
		operation: 'participant: update',
		run: async (world) => {
			const { ID, participants } = draft(world, 2);
			const made = await runOne(
				world,
				of('update', {
					envelopeId: locator(ID),
					participantId: locator(participants[1]?.ID),
					authentication: 'accessCode',
					accessCode: CODE,
				}),
			);
			equal(made.ID, participants[1]?.ID, 'the participant');
			deepEqual(
				participants.map(({ authentication }) => authentication),
				[undefined, { type: 'AccessCode', accessCode: CODE }],
			);
		},
	},
	{
		operation: 'participant: delete',
		run: async (world) => {
			const [many, one] = [draft(world, 3), draft(world, 2)];
			const kept = [many.participants[2]?.ID, one.participants[1]?.ID];
			const gone = [...many.participants.slice(0, 2), one.participants[0]];
			const items = gone.map((who, index) => ({
				json: {
					envelope: locator(index < 2 ? many.ID : one.ID).value,
					who: locator(who?.ID).value,
				},
			}));
			const chosen = (name: string) => ({ __rl: true, mode: 'id', value: `={{ $json.${name} }}` });
			const made = await runNode(
				world,
				of('delete', { envelopeId: chosen('envelope'), participantId: chosen('who') }),
				items,
			);
			deepEqual(
				made.map(({ json }) => json.deleted),
				[true, true, true],
			);
			deepEqual(
				[...many.participants, ...one.participants].map(({ ID }) => ID),
				kept,
				'who is left',
			);
		},
	},
	{
		operation: 'participant: getAll',
		run: async (world) => {
			const { ID, participants } = draft(world, 3);
			const all = (envelope: string) => of('getAll', { envelopeId: locator(envelope) });
			const listed = await runNode(world, all(ID));
			sameSet(
				idsOf(listed),
				participants.map((one) => one.ID),
				'the list',
			);
			deepEqual(await runNode(world, all(draft(world, 0).ID)), [], 'an empty list');
		},
	},
	{
		operation: 'participant: getSigningUrls',
		run: async (world) => {
			const { ID, participants } = draft(world, 2, 'sent');
			const links = await runNode(world, of('getSigningUrls', { envelopeId: locator(ID) }));
			deepEqual(
				links.map(({ json }) => json.signingUrl).sort(),
				participants.map((one) => world.sandbox.control.signingUrl(ID, one.ID)).sort(),
			);
			ok(
				links.every(({ json }) => json.expiresAt),
				'no time',
			);
		},
	},
];
