import { byId } from '../support/harness';
import { identityOf, PEOPLE, PHONE, WANTED_PEOPLE } from './people';
import {
	CODE,
	deepEqual,
	equal,
	inNoEnvelope,
	same,
	uniqueName,
	type Node,
	type Scenario,
} from './scenario';

const draft = ({ sandbox }: Node, participants: object[], status: 'drafted' | 'sent' = 'drafted') =>
	sandbox.control.envelope({ name: uniqueName('People'), status, participants });

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

export const participantScenarios: Record<string, Scenario> = {
	'participant/create': {
		run: async (node) => {
			const { ID, participants } = draft(node, []);
			const items = PEOPLE.map((json) => ({ json }));
			const made = await node.items({ envelopeId: byId(ID), ...EACH }, items);
			deepEqual(participants.map(identityOf), WANTED_PEOPLE);
			same(made, participants);
			deepEqual(
				made.map(({ pairedItem }) => pairedItem),
				[0, 1, 2, 3].map((item) => ({ item })),
			);
		},
		refused: async (node) => {
			await node.isRefused({ ...inNoEnvelope, ...ONE });
			const { ID, participants } = draft(node, []);
			await node.onlyThirdFails({ envelopeId: byId(ID), ...EACH }, ONE_REFUSED);
			equal(participants.length, 3, 'not all of the others were added');
		},
	},
	'participant/createMany': {
		run: async (node) => {
			const stored = draft(node, [{}]);
			const made = await node.items({
				envelopeId: byId(stored.ID),
				inputMode: 'json',
				participantsJson: JSON.stringify(PEOPLE),
			});
			const [, ...added] = stored.participants;
			deepEqual(added.map(identityOf), WANTED_PEOPLE);
			same(made, added);
		},
	},
	'participant/update': {
		run: async (node) => {
			const { ID, participants } = draft(node, [{}, {}]);
			const [other, person] = participants;
			const ids = { envelopeId: byId(ID), participantId: byId(person?.ID) };
			const coded = await node.item({ ...ids, authentication: 'accessCode', accessCode: CODE });
			same([coded], [person ?? {}]);
			deepEqual(person?.authentication, { type: 'AccessCode', accessCode: CODE });
			const phoned = await node.item({ ...ids, authentication: 'sms', ...PHONE });
			same([phoned], [person ?? {}]);
			deepEqual(person?.authentication, { type: 'SMS', ...PHONE });
			equal(other?.authentication, undefined);
		},
	},
	'participant/delete': {
		run: async (node) => {
			const [many, one] = [draft(node, [{}, {}, {}]), draft(node, [{}, {}])];
			const kept = [...many.participants.slice(2), ...one.participants.slice(1)];
			const gone = [...many.participants.slice(0, 2), ...one.participants.slice(0, 1)];
			const made = await node.items(
				{ envelopeId: byId('={{ $json.envelope }}'), participantId: byId('={{ $json.who }}') },
				gone.map(({ ID: who }, index) => ({
					json: { envelope: index < 2 ? many.ID : one.ID, who },
				})),
			);
			deepEqual(
				made.map(({ json }) => [json.deleted, json.participantID]),
				gone.map(({ ID }) => [true, ID]),
			);
			same([...many.participants, ...one.participants], kept, 'who is left');
		},
	},
	'participant/getAll': {
		run: async (node) => {
			const authentication = { type: 'SMS', ...PHONE };
			const code = { type: 'AccessCode', accessCode: CODE };
			const { ID, participants } = draft(node, [{ authentication }, { authentication: code }, {}]);
			same(await node.items({ envelopeId: byId(ID) }), participants);
			deepEqual(await node.items({ envelopeId: byId(draft(node, []).ID) }), [], 'an empty list');
		},
	},
	'participant/getSigningUrls': {
		run: async (node) => {
			const { ID, participants } = draft(node, [{}, { role: 'cc' }, {}], 'sent');
			const links = await node.items({ envelopeId: byId(ID) });
			const signers = participants.filter(({ role }) => role === 'signer');
			deepEqual(
				links.map(({ json }) => json.signingUrl).sort(),
				signers.map((one) => node.sandbox.control.signingUrl(ID, one.ID)).sort(),
			);
			equal(
				links.filter(({ json }) => json.expiresAt && Number.isInteger(json.userId)).length,
				2,
				'who, or until when',
			);
		},
	},
};
