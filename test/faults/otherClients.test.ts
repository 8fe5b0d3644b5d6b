import type { INodeExecutionData } from 'n8n-workflow';

import { job, withFiles } from '../engine/createAndSendJob';
import { binaryOf, samplePdf } from '../support/files';
import { prepareHarness } from '../support/harness';
import { until } from '../support/until';
import { skipPauses } from '../support/skipPauses';
import { UNCERTAIN } from './uncertain';

const harness = prepareHarness();
skipPauses();

const CREATE = 'POST /sign/envelopes';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const ADD = 'POST /sign/envelopes/{envelopeID}/documents';
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

const person = async (name: string): Promise<INodeExecutionData> => ({
	json: { email: `${name}@example.com` },
	binary: { file: binaryOf(await samplePdf(name), `${name}.pdf`) },
});

const everything = async () => {
	const { items } = await harness.engine.run({
		resource: 'envelope',
		operation: 'getAll',
		returnAll: true,
	});
	return items.map(({ json }) => harness.sandbox.control.get(String(json.ID)));
};

/** For each envelope, who is in it and whose file. */
const contents = async () =>
	(await everything()).map(({ status, name, documents, participants }) => ({
		status,
		name,
		files: documents.map((document) => document.name.replace('.pdf', '')),
		people: participants.map(({ email }) => email.replace('@example.com', '')),
	}));

const isUnmixed = ({ files, people }: Awaited<ReturnType<typeof contents>>[number]) =>
	files.length === 1 && people.length === 1 && files[0] === people[0];

describe('items that send envelopes of the same name', () => {
	it('never share one when one creation is lost on its way', async () => {
		// The first goes alone. Of the two others one is lost while the other's answer is on its way.
		harness.sandbox.faults.next(CREATE, { kind: 'delay', ms: 0 });
		harness.sandbox.faults.next(CREATE, { kind: 'delay', ms: 50 });
		harness.sandbox.faults.next(CREATE, { kind: 'reset' });
		const { items } = await harness.engine.run(parameters, {
			items: [await person('ada'), await person('bob'), await person('cy')],
			onError: 'continueRegularOutput',
		});
		expect(items.filter(({ json }) => json.status === 'sent')).toHaveLength(2);
		expect(items.filter(({ json }) => json.error)).toHaveLength(1);
		const sent = (await contents()).filter(({ status }) => status === 'sent');
		expect(sent).toHaveLength(2);
		expect(sent.every(isUnmixed)).toBe(true);
	});

	it('never share one with another execution', async () => {
		harness.sandbox.faults.next(CREATE, { kind: 'status', status: 504 });
		harness.sandbox.faults.next(CREATE, { kind: 'delay', ms: 30 });
		const first = harness.engine.start(parameters, { items: [await person('ada')] });
		await until(() => harness.sandbox.log.count(CREATE) === 1, first.result);
		const second = await harness.engine.run(parameters, { items: [await person('bob')] });
		const { error } = await first.result;
		expect(second.items[0]?.json.status).toBe('sent');
		expect(error?.description).toContain(UNCERTAIN);
		expect(await contents()).toEqual([
			{ status: 'sent', name: 'NDA', files: ['bob'], people: ['bob'] },
		]);
	});

	it('each find their own again when all lose their answers', async () => {
		harness.sandbox.faults.next(CREATE, { kind: 'reset', applied: true }, 3);
		const { items, error } = await harness.engine.run(parameters, {
			items: [await person('ada'), await person('bob'), await person('cy')],
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.name, json.reconciled])).toEqual(
			Array.from({ length: 3 }, () => ['NDA', true]),
		);
		const all = await contents();
		expect(all).toHaveLength(3);
		expect(all.every(isUnmixed)).toBe(true);
		expect(harness.sandbox.log.count(CREATE)).toBe(3);
	});
});

describe('creating and sending', () => {
	it('works under a unique name until the draft is complete', async () => {
		await harness.engine.run(parameters, { items: [await person('ada')] });
		const [created] = harness.sandbox.log.requests.filter(({ route }) => route === CREATE);
		const { name } = created?.body as { name: string };
		expect(name).toMatch(/^NDA \[n8n [0-9a-f]{24}\]$/);
		expect((await contents())[0]).toMatchObject({ status: 'sent', name: 'NDA' });
	});

	it('says what to look for when the draft does not turn up', async () => {
		harness.sandbox.faults.next(CREATE, { kind: 'status', status: 524 });
		const { error } = await harness.engine.run(parameters, { items: [await person('ada')] });
		expect(error?.description).toContain(UNCERTAIN);
		expect(error?.description).toMatch(
			/draft named 'NDA \[n8n [0-9a-f]{24}\]', created at about 20\d\d-/,
		);
		expect(error?.description).not.toContain('No draft was created');
		expect(await contents()).toEqual([]);
	});

	it('does not send what somebody else has put something into', async () => {
		harness.sandbox.faults.next(PEOPLE, { kind: 'delay', ms: 50 });
		const { result } = harness.engine.start(parameters, { items: [await person('ada')] });
		await until(() => harness.sandbox.log.count(PEOPLE) === 1, result);
		const path = harness.sandbox.log.requests.at(-1)?.path.split('/')[3] ?? '';
		const { participants } = harness.sandbox.control.get(path);
		participants.push({
			...participants[0]!,
			ID: '00000000-0000-4000-8000-00000000000f',
			email: 'eve@example.com',
		});
		const { error } = await result;
		expect(error?.message).toContain('has more in it than this step added');
		expect(error?.description).toContain('The draft was deleted');
		expect(harness.sandbox.log.count(SEND)).toBe(0);
		expect(await contents()).toEqual([]);
	});

	it('does not send what somebody else has taken something out of', async () => {
		harness.sandbox.faults.always(PEOPLE, { kind: 'body', body: '{"items":[]}' });
		const { error } = await harness.engine.run(parameters, { items: [await person('ada')] });
		expect(error?.message).toContain('has less in it than this step added');
		expect(harness.sandbox.log.count(SEND)).toBe(0);
	});

	it('adopts no document, not even in its own draft: somebody else may have put it there', async () => {
		harness.sandbox.faults.next(ADD, { kind: 'status', status: 504 });
		const { result } = harness.engine.start(parameters, { items: [await person('ada')] });
		await until(() => harness.sandbox.log.count(ADD) === 1, result);
		const [draft] = harness.sandbox.control.envelopes();
		const foreign = harness.sandbox.control.envelope({ documents: 1 }).documents[0];
		draft?.documents.push({ ...foreign!, name: 'ada.pdf' });
		const { items } = await result;
		const sent = harness.sandbox.control.get(String(items[0]?.json.ID));
		expect(sent.documents.map(({ ID }) => ID)).not.toContain(foreign?.ID);
		expect(sent).toMatchObject({ status: 'sent' });
		expect(sent.documents).toHaveLength(1);
	});

	it('touches no other envelope when the answer to its creation is about one', async () => {
		const other = harness.sandbox.control.envelope({ name: 'Neighbor', documents: 1 });
		const body = JSON.stringify({ ID: other.ID, name: 'Neighbor', status: 'drafted' });
		harness.sandbox.faults.next(CREATE, { kind: 'body', status: 201, body, applied: true });
		const { items, error } = await harness.engine.run(parameters, { items: [await person('ada')] });
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
		const { error } = await harness.engine.run(parameters, { items: [await person('ada')] });
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
