import type { EnvelopeFixture, StoredEnvelope } from '../../sandbox';
import { byId } from '../support/harness';
import { pdf, withFile } from '../support/samples';
import { BOX, identityOf, PEOPLE, PHONE, WANTED_PEOPLE } from './people';
import {
	deepEqual,
	equal,
	inNoEnvelope,
	ok,
	same,
	sameSet,
	uniqueName,
	type Node,
	type Scenario,
} from './scenario';

const envelopeIn = ({ sandbox }: Node, fixture: EnvelopeFixture = {}) =>
	sandbox.control.envelope({ name: uniqueName('Fixture'), ...fixture });

/** The only one of this name. */
function called({ sandbox }: Node, name: string): StoredEnvelope {
	const found = sandbox.control.envelopes().filter((envelope) => envelope.name === name);
	equal(found.length, 1, `${found.length} envelopes are there`);
	return found[0] as StoredEnvelope;
}

const NOTIFICATION = { subject: 'Please sign', body: 'Thank you' };
const TEXTS = { mode: 'sequential', notificationsManagedBy: 'service', ...NOTIFICATION };

/** Fields of a job: the second and the third differ by their label alone. */
const PLACED = [
	{ participantEmail: 'Ada.Lovelace@Example.com', type: 'signature' },
	{ participantEmail: 'grace@bücher.example', type: 'custom', label: 'Place', y: 200 },
	{ participantEmail: 'grace@bücher.example', type: 'custom', label: 'Cost center', y: 200 },
	{ participantEmail: 'hopper@example.com', type: 'date', format: 'DD/MM/YYYY', page: 2 },
].map((field) => ({ document: 1, ...BOX, ...field }));

/** The fields of an envelope, with the addresses of their people; the service lists them in any order. */
const shape = ({ documents, participants }: StoredEnvelope) =>
	documents.map(({ name, fields }) => [
		name,
		fields
			.map(({ type, page, boundingBox, participantID }) => {
				const who = participants.find(({ ID }) => ID === participantID)?.email;
				return JSON.stringify([type, page, boundingBox, who]);
			})
			.sort(),
	]);

type Listed = Array<{ ID: string }>;

export const envelopeScenarios: Record<string, Scenario> = {
	'envelope/create': {
		run: async (node) => {
			const name = uniqueName('Created');
			const made = await node.item({ name, ...TEXTS });
			const stored = called(node, name);
			same([made], [stored]);
			deepEqual(stored.notification, NOTIFICATION);
			deepEqual([made.name, made.status, stored.mode], [name, 'drafted', 'sequential']);
		},
		refused: async (node) => {
			// The node leaves it to the service how long a name may be.
			const parameters = { name: 'x'.repeat(300), ...TEXTS };
			await node.isRefused(parameters, undefined, 'Validation failed for: name.');
		},
	},
	'envelope/createAndSend': {
		run: async (node) => {
			const name = uniqueName('Sent at once');
			const made = await node.item(
				{
					name,
					additionalFields: TEXTS,
					binaryPropertyNames: 'data',
					inputMode: 'json',
					participantsJson: JSON.stringify(PEOPLE),
					fieldsJson: JSON.stringify(PLACED),
					send: true,
					options: { allowSignersWithoutFields: true, allowOverlappingFields: true },
				},
				[withFile(pdf(2, 'Lease'), 'lease.pdf')],
			);
			const stored = called(node, name);
			same([made], [stored]);
			deepEqual([made.status, stored.status], ['sent', 'sent']);
			const [document, ...more] = stored.documents;
			ok(document && more.length === 0);
			deepEqual(stored.participants.map(identityOf), WANTED_PEOPLE);
			sameSet(made.documents as Listed, [document], 'documents');
			same(made.participants as Listed, stored.participants, 'participants');
			same(made.fields as Listed, document.fields, 'fields');
			deepEqual(
				document.fields.map(({ participantID }) => participantID),
				PLACED.map(({ participantEmail }) => {
					const index = PEOPLE.findIndex(({ email }) => email === participantEmail);
					return stored.participants[index]?.ID;
				}),
				'a field stands for another person',
			);
		},
	},
	'envelope/createFromTemplate': {
		run: async (node) => {
			const name = uniqueName('Copied');
			// A service may list people in any order: their addresses tell whose place is whose.
			const emails = ['ann@example.com', 'bob@example.com'];
			const template = envelopeIn(node, {
				documents: [{ name: 'lease.pdf', pages: 2 }],
				participants: emails.map((email) => ({ email })),
				fields: 'all',
			});
			const people = emails.map((email) => ({
				email,
				role: 'signer',
				authentication: 'sms',
				...PHONE,
			}));
			const made = await node.item({
				templateId: byId(template.ID),
				name,
				send: true,
				inputMode: 'json',
				participantsJson: JSON.stringify(people),
			});
			const stored = called(node, name);
			same([made], [stored]);
			equal(stored.status, 'sent');
			deepEqual(shape(stored), shape(template), 'the copy');
		},
	},
	'envelope/get': {
		run: async (node) => {
			const stored = envelopeIn(node, { status: 'sent', mode: 'sequential' });
			const read = await node.item({ envelopeId: byId(stored.ID) });
			same([read], [stored]);
			deepEqual([read.name, read.status, read.mode], [stored.name, 'sent', 'sequential']);
		},
		refused: async (node) => await node.isRefused(inNoEnvelope),
	},
	'envelope/getAll': {
		run: async (node) => {
			const name = `${uniqueName('Listed')}.`;
			const [old, recent] = ['2024-03-01T12:00:00.000Z', '2024-03-01T14:00:00.000Z'].map(
				(lastModifiedAt) =>
					Array.from({ length: 6 }, () => envelopeIn(node, { name, lastModifiedAt })),
			);
			ok(old && recent);
			const filters = { nameContains: name, modifiedAfter: '2024-03-01T13:00:00Z' };
			sameSet(await node.items({ returnAll: true, filters }), recent);
			equal((await node.items({ limit: 5, filters })).length, 5, 'the limit');
		},
	},
	'envelope/update': {
		run: async (node) => {
			const stored = envelopeIn(node, { mode: 'parallel' });
			const { body } = stored.notification;
			const name = uniqueName('Renamed');
			const updateFields = { name, mode: 'sequential', subject: 'New subject' };
			const made = await node.item({ envelopeId: byId(stored.ID), updateFields });
			same([made], [stored]);
			deepEqual([made.name, stored.name, stored.mode], [name, name, 'sequential']);
			deepEqual(stored.notification, { subject: 'New subject', body });
		},
	},
	'envelope/send': {
		run: async (node) => {
			const stored = envelopeIn(node, { fields: true });
			const made = await node.item({ envelopeId: byId(stored.ID) });
			same([made], [stored]);
			deepEqual([made.status, stored.status], ['sent', 'sent']);
		},
	},
	'envelope/remind': {
		run: async (node) => {
			const { ID, audit } = envelopeIn(node, { status: 'sent' });
			const made = await node.item({ envelopeId: byId(ID) });
			deepEqual(made, { reminded: true, envelopeID: ID });
			equal(audit.filter(({ what }) => what === 'Reminders sent').length, 1);
		},
	},
	'envelope/waitUntilSigned': {
		run: async (node) => {
			const stored = envelopeIn(node, { status: 'sealed' });
			const ended = await node.item({ envelopeId: byId(stored.ID) });
			deepEqual([ended.ID, ended.status, ended.waited], [stored.ID, 'sealed', 0]);
		},
	},
	'envelope/cancel': {
		run: async (node) => {
			const stored = envelopeIn(node, { status: 'sent' });
			const made = await node.item({ envelopeId: byId(stored.ID) });
			same([made], [stored]);
			deepEqual([made.status, stored.status], ['cancelled', 'cancelled']);
		},
	},
	'envelope/delete': {
		run: async (node) => {
			const stored = envelopeIn(node, { status: 'sent' });
			const made = await node.item({ envelopeId: byId(stored.ID) });
			deepEqual([made.deleted, made.envelopeID], [true, stored.ID]);
			ok(!node.sandbox.control.envelopes().includes(stored), 'it is still there');
		},
	},
};
