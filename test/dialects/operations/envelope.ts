import { deepEqual, equal, ok } from '../assert';

import type { EnvelopeFixture, StoredEnvelope } from '../../../sandbox';
import { idnOf, PEOPLE, placed, WANTED_PEOPLE } from '../people';
import {
	idsOf,
	inNoEnvelope,
	locator,
	runNode,
	runOne,
	sameSet,
	showsRefusal,
	uniqueName,
	type Scenario,
	type World,
} from '../world';
import { pdf, withFile } from '../../support/samples';

const of = (operation: string, more: object = {}) => ({ resource: 'envelope', operation, ...more });

const on = (operation: string, { ID }: StoredEnvelope, more: object = {}) =>
	of(operation, { envelopeId: locator(ID), ...more });

const envelopeIn = ({ sandbox }: World, fixture: EnvelopeFixture) =>
	sandbox.control.envelope({ name: uniqueName('Fixture'), ...fixture });

const called = ({ sandbox }: World, name: string) =>
	sandbox.control.envelopes().filter((envelope) => envelope.name === name);

const TEXTS = {
	mode: 'sequential',
	notificationsManagedBy: 'service',
	subject: 'Please sign',
	body: 'Thank you',
};

const job = (name: string) =>
	of('createAndSend', {
		name,
		additionalFields: TEXTS,
		binaryPropertyNames: 'data',
		inputMode: 'json',
		participantsJson: JSON.stringify(PEOPLE),
		fieldsJson: JSON.stringify(placed),
		send: true,
		options: { allowSignersWithoutFields: true, allowOverlappingFields: true },
	});
const copy = (name: string, ID: string) =>
	of('createFromTemplate', {
		templateId: locator(ID),
		name,
		send: true,
		inputMode: 'json',
		participantsJson: JSON.stringify(
			// A service may list people in any order: their addresses tell whose place is whose.
			['ann@example.com', 'bob@example.com'].map((email) => ({ email, role: 'signer' })),
		),
	});
const file = () => withFile(pdf(2, 'Lease'), 'lease.pdf');

export const envelopeScenarios: Scenario[] = [
	{
		operation: 'envelope: create',
		run: async (world) => {
			const name = uniqueName('Created');
			const made = await runOne(world, of('create', { name, ...TEXTS }));
			const [stored, ...more] = called(world, name);
			equal(more.length, 0, 'created twice');
			equal(made.ID, stored?.ID, 'the envelope');
			const { subject, body } = TEXTS;
			deepEqual(stored?.notification, { subject, body });
			deepEqual([made.name, made.status, stored?.mode], [name, 'drafted', 'sequential']);
		},
		refused: async (world) =>
			await showsRefusal(
				world,
				// The node leaves it to the service how long a name may be.
				of('create', { name: 'x'.repeat(300), ...TEXTS }),
				undefined,
				'Validation failed for: name.',
			),
	},
	{
		operation: 'envelope: createAndSend',
		run: async (world) => {
			const name = uniqueName('Sent at once');
			const made = await runOne(world, job(name), [file()]);
			const [stored, ...more] = called(world, name);
			equal(more.length, 0, 'created twice');
			ok(stored, 'nothing was created, or it was deleted again');
			equal(made.ID, stored.ID, 'the envelope');
			equal(stored.status, 'sent');
			equal(made.status, 'sent');
			equal(stored.documents.length, 1);
			deepEqual(stored.participants.map(idnOf), WANTED_PEOPLE);
			const IDs = (key: string) => (made[key] as Array<{ ID: string }>).map(({ ID }) => ID);
			sameSet(
				IDs('documents'),
				stored.documents.map((one) => one.ID),
				'documents',
			);
			deepEqual(
				IDs('participants'),
				stored.participants.map((one) => one.ID),
				'participants: not in the order of the input',
			);
			const [fields = []] = stored.documents.map((one) => one.fields);
			deepEqual(
				IDs('fields'),
				fields.map((one) => one.ID),
				'fields: not in the order of the input',
			);
			deepEqual(
				fields.map(({ participantID }) => participantID),
				placed.map(({ participantEmail }) => {
					const index = PEOPLE.findIndex(({ email }) => email === participantEmail);
					return stored.participants[index]?.ID;
				}),
				'a field stands for another person',
			);
		},
	},
	{
		operation: 'envelope: createFromTemplate',
		run: async (world) => {
			const name = uniqueName('Copied');
			const template = envelopeIn(world, {
				documents: [{ name: 'lease.pdf', pages: 2 }],
				participants: [{ email: 'ann@example.com' }, { email: 'bob@example.com' }],
				fields: true,
			});
			const made = await runOne(world, copy(name, template.ID));
			const [stored, ...more] = called(world, name);
			equal(more.length, 0, 'created twice');
			ok(stored, 'nothing was created, or it was deleted again');
			equal(made.ID, stored.ID, 'the envelope');
			equal(stored.status, 'sent');
			const shape = ({ documents, participants }: StoredEnvelope) =>
				documents.map(({ name: file, fields }) => [
					file,
					// The service lists them in any order.
					fields
						.map(({ type, page, boundingBox, participantID }) =>
							JSON.stringify([
								type,
								page,
								boundingBox,
								participants.find(({ ID }) => ID === participantID)?.email,
							]),
						)
						.sort(),
				]);
			deepEqual(shape(stored), shape(template), 'the copy');
		},
	},
	{
		operation: 'envelope: get',
		run: async (world) => {
			const stored = envelopeIn(world, { status: 'sent', mode: 'sequential' });
			const read = await runOne(world, on('get', stored));
			equal(read.ID, stored.ID, 'the envelope');
			deepEqual([read.name, read.status, read.mode], [stored.name, 'sent', 'sequential']);
		},
		refused: async (world) => await showsRefusal(world, of('get', inNoEnvelope)),
	},
	{
		operation: 'envelope: getAll',
		run: async (world) => {
			const name = uniqueName('Listed');
			const times = ['2024-03-01T12:00:00.000Z', '2024-03-01T14:00:00.000Z'];
			const stored = Array.from({ length: 12 }, (_, index) =>
				envelopeIn(world, { name: `${name}.`, lastModifiedAt: times[index % 2] }),
			);
			const filters = { nameContains: `${name}.`, modifiedAfter: '2024-03-01T13:00:00Z' };
			const listed = await runNode(world, of('getAll', { returnAll: true, filters }), undefined, {
				timezone: 'Asia/Tokyo',
			});
			const wanted = stored.filter(({ lastModifiedAt }) => lastModifiedAt === times[1]);
			sameSet(
				idsOf(listed),
				wanted.map(({ ID }) => ID),
				'the list',
			);
			const some = await runNode(world, of('getAll', { limit: 5, filters }));
			equal(some.length, 5, 'the limit');
		},
	},
	{
		operation: 'envelope: update',
		run: async (world) => {
			const stored = envelopeIn(world, { mode: 'parallel' });
			const name = uniqueName('Renamed');
			const updateFields = { name, mode: 'sequential', subject: 'New subject' };
			const made = await runOne(world, on('update', stored, { updateFields }));
			equal(made.ID, stored.ID, 'the envelope');
			equal(made.name, name);
			deepEqual([stored.name, stored.mode], [name, 'sequential']);
			equal(stored.notification.subject, 'New subject');
			ok(stored.notification.body, 'the text of the email is lost');
		},
	},
	{
		operation: 'envelope: send',
		run: async (world) => {
			const stored = envelopeIn(world, { fields: true });
			const made = await runOne(world, on('send', stored));
			equal(made.ID, stored.ID, 'the envelope');
			deepEqual([made.status, stored.status], ['sent', 'sent']);
		},
	},
	{
		operation: 'envelope: remind',
		run: async (world) => {
			const stored = envelopeIn(world, { status: 'sent' });
			const made = await runOne(world, on('remind', stored));
			equal(made.reminded, true);
			const sent = stored.audit.filter(({ what }) => what === 'Reminders sent');
			equal(sent.length, 1, `reminded ${sent.length} times`);
		},
	},
	{
		operation: 'envelope: waitUntilSigned',
		run: async (world) => {
			const stored = envelopeIn(world, { status: 'sealed' });
			const ended = await runOne(world, on('waitUntilSigned', stored));
			deepEqual([ended.ID, ended.status, ended.waited], [stored.ID, 'sealed', 0]);
		},
	},
	{
		operation: 'envelope: cancel',
		run: async (world) => {
			const stored = envelopeIn(world, { status: 'sent' });
			const made = await runOne(world, on('cancel', stored));
			equal(made.ID, stored.ID, 'the envelope');
			deepEqual([made.status, stored.status], ['cancelled', 'cancelled']);
		},
	},
	{
		operation: 'envelope: delete',
		run: async (world) => {
			const stored = envelopeIn(world, {});
			const made = await runOne(world, on('delete', stored));
			equal(made.deleted, true);
			deepEqual([stored.status, called(world, stored.name).length], ['deleted', 0]);
		},
	},
];
