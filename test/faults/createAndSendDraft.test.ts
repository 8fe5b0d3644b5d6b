import type { INodeExecutionData } from 'n8n-workflow';

import { job, withFiles } from '../engine/createAndSendJob';
import { binaryOf } from '../support/files';
import { prepareHarness } from '../support/harness';
import { pdf } from '../support/samples';
import { newSignal, until } from '../support/until';
import { skipPauses } from '../support/skipPauses';
import { UNCERTAIN } from './uncertain';

const harness = prepareHarness();
skipPauses();

const CREATE = 'POST /sign/envelopes';
const LIST = 'GET /sign/envelopes';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const PEOPLE = 'GET /sign/envelopes/{envelopeID}/participants';
const RENAME = 'PATCH /sign/envelopes/{envelopeID}';

/** All items send an envelope of the same name, each with a file and a signer of its own. */
const parameters = job({
	name: 'NDA',
	binaryPropertyNames: 'file',
	participants: {
		participant: [{ email: '={{ $json.email }}', role: 'signer', authentication: 'none' }],
	},
	fields: {},
	options: { maxConcurrency: 8 },
});

const person = (name: string): INodeExecutionData => ({
	json: { email: `${name}@example.com` },
	binary: { file: binaryOf(pdf(1, name), `${name}.pdf`) },
});

/** For each envelope, who is in it and whose file. */
const contents = () =>
	harness.sandbox.control.envelopes().map(({ status, name, documents, participants }) => ({
		status,
		name,
		files: documents.map((document) => document.name.replace('.pdf', '')),
		people: participants.map(({ email }) => email.replace('@example.com', '')),
	}));

const isUnmixed = ({ files, people }: ReturnType<typeof contents>[number]) =>
	files.length === 1 && people.length === 1 && files[0] === people[0];

describe('items that send envelopes of the same name', () => {
	it('never share one when one creation is lost on its way', async () => {
		// The first goes alone. Of the two others one is lost while the other's answer is on its way.
		const answer = newSignal();
		harness.sandbox.faults.next(CREATE, { kind: 'delay', ms: 0 });
		harness.sandbox.faults.next(CREATE, { kind: 'hold', until: answer.given, applied: true });
		harness.sandbox.faults.next(CREATE, { kind: 'reset' });
		const { result } = harness.engine.start(parameters, {
			items: [person('ada'), person('bob'), person('cy')],
			onError: 'continueRegularOutput',
		});
		// The lost one is looked for.
		await until(() => harness.sandbox.log.count(LIST) > 0, result);
		answer.give();
		const { items } = await result;
		expect(items.filter(({ json }) => json.status === 'sent')).toHaveLength(2);
		expect(items.filter(({ json }) => json.error)).toHaveLength(1);
		const sent = contents().filter(({ status }) => status === 'sent');
		expect(sent).toHaveLength(2);
		expect(sent.every(isUnmixed)).toBe(true);
	});

	it('each find their own again when all lose their answers', async () => {
		harness.sandbox.faults.next(CREATE, { kind: 'reset', applied: true }, 3);
		const { items, error } = await harness.engine.run(parameters, {
			items: [person('ada'), person('bob'), person('cy')],
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.name, json.reconciled])).toEqual(
			Array.from({ length: 3 }, () => ['NDA', true]),
		);
		const all = contents();
		expect(all).toHaveLength(3);
		expect(all.every(isUnmixed)).toBe(true);
		expect(harness.sandbox.log.count(CREATE)).toBe(3);
	});
});

/** The draft bears a mark, by which alone it is found. */
describe('at a service whose clock is two days behind', () => {
	const other = prepareHarness({ sandbox: { now: () => Date.now() - 172_800_000 } });

	it('the draft is found by its mark, and not taken for one of its real name', async () => {
		// By their time, they stand first in the list.
		const createdAt = new Date().toISOString();
		const twin = { name: 'NDA', createdAt, documents: 0, participants: [] };
		const others = [other.sandbox.control.envelope(twin), other.sandbox.control.envelope(twin)];
		other.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		const { items } = await other.engine.run(parameters, { items: [person('ada')] });
		expect(items[0]?.json).toMatchObject({ name: 'NDA', status: 'sent', reconciled: true });
		for (const { documents, participants } of others) {
			expect([documents, participants]).toEqual([[], []]);
		}
		expect(other.sandbox.log.count(CREATE)).toBe(1);
		expect(other.sandbox.control.envelopes()).toHaveLength(3);
	});
});

describe('the draft', () => {
	const compose = async () => await harness.engine.run(parameters, { items: [person('ada')] });

	it('is waited for when the list shows it late', async () => {
		harness.sandbox.faults.next(CREATE, { kind: 'status', status: 504, applied: true });
		harness.sandbox.faults.next(LIST, { kind: 'body', body: '{"items": []}' }, 3);
		const { items } = await compose();
		expect(items[0]?.json).toMatchObject({ status: 'sent', reconciled: true });
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it('is found when the answer has no ID', async () => {
		harness.sandbox.faults.next(CREATE, { kind: 'body', body: '{}', status: 201, applied: true });
		const { items } = await compose();
		expect(items[0]?.json).toMatchObject({ status: 'sent', reconciled: true });
		expect(contents()).toHaveLength(1);
	});

	it('is what to look for when the list cannot be read', async () => {
		harness.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		harness.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { error } = await compose();
		expect(error?.description).toContain(UNCERTAIN);
		expect(error?.description).toMatch(
			/draft named 'NDA \[n8n [0-9a-f]{24}\]', created at about 20\d\d-/,
		);
		expect(error?.description).not.toContain('No draft was created');
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});
});

describe('creating and sending', () => {
	it('does not send what somebody else has put something into', async () => {
		const change = newSignal();
		harness.sandbox.faults.next(PEOPLE, { kind: 'hold', until: change.given });
		const { result } = harness.engine.start(parameters, { items: [person('ada')] });
		await until(() => harness.sandbox.log.count(PEOPLE) === 1, result);
		const path = harness.sandbox.log.requests.at(-1)?.path.split('/')[3] ?? '';
		const { participants } = harness.sandbox.control.get(path);
		participants.push({
			...participants[0]!,
			ID: '00000000-0000-4000-8000-00000000000f',
			email: 'eve@example.com',
		});
		change.give();
		const { error } = await result;
		expect(error?.message).toContain('has more in it than this step added');
		expect(error?.description).toContain('The draft was deleted');
		expect(harness.sandbox.log.count(SEND)).toBe(0);
		expect(contents()).toEqual([]);
	});

	it('does not send what somebody else has taken something out of', async () => {
		harness.sandbox.faults.always(PEOPLE, { kind: 'body', body: '{"items":[]}' });
		const { error } = await harness.engine.run(parameters, { items: [person('ada')] });
		expect(error?.message).toContain('has less in it than this step added');
		expect(harness.sandbox.log.count(SEND)).toBe(0);
	});

	it('touches no other envelope when the answer to its creation is about one', async () => {
		const other = harness.sandbox.control.envelope({ name: 'Neighbor', documents: 1 });
		const body = JSON.stringify({ ID: other.ID, name: 'Neighbor', status: 'drafted' });
		harness.sandbox.faults.next(CREATE, { kind: 'body', status: 201, body, applied: true });
		const { items, error } = await harness.engine.run(parameters, { items: [person('ada')] });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ status: 'sent', name: 'NDA' });
		expect(items[0]?.json.ID).not.toBe(other.ID);
		expect(harness.sandbox.control.get(other.ID)).toMatchObject({ status: 'drafted' });
		expect(other.documents).toHaveLength(1);
	});

	it('sends nothing under its temporary name', async () => {
		harness.sandbox.faults.always(RENAME, {
			kind: 'body',
			body: JSON.stringify({ ID: '00000000-0000-4000-8000-000000000000', name: 'x' }),
		});
		const { error } = await harness.engine.run(parameters, { items: [person('ada')] });
		expect(error).toBeDefined();
		expect(harness.sandbox.log.count(SEND)).toBe(0);
	});
});

it('the temporary name is gone when the answer shows no name, but the envelope does', async () => {
	harness.sandbox.faults.choose = ({ route, path }) =>
		route === RENAME
			? {
					kind: 'body',
					applied: true,
					body: JSON.stringify({ ID: path.split('/').at(-1), status: 'drafted' }),
				}
			: undefined;
	const { items } = await harness.engine.run(job(), { items: [await withFiles()] });
	expect(items[0]?.json).toMatchObject({ status: 'sent', name: 'Lease' });
	expect(harness.sandbox.log.count(RENAME)).toBe(1);
});
