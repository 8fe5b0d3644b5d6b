import { randomUUID } from 'node:crypto';

import { n8nVersion } from '../../../host/install/manifest';
import { samplePdf, unzip } from '../../support/files';
import { byId } from '../../support/harness';
import { NODE, prepareHarness } from '../support/harness';
import { ranAll } from '../support/operations';
import { fileStep } from '../support/steps';
import { formField } from '../../support/formRows';

const harness = prepareHarness();
const envelope = (operation: string, more: object = {}) => ({
	resource: 'envelope',
	operation,
	...more,
});
const existing = (operation: string, ID: string, more: object = {}) =>
	envelope(operation, { envelopeId: byId(ID), ...more });

/** The only item that an operation gave in n8n. */
async function one(parameters: object) {
	const run = await harness.run(parameters);
	expect(run.error).toBeUndefined();
	expect(run.items(NODE)).toHaveLength(1);
	return { run, json: run.json(NODE)[0] };
}

it('creates a draft', async () => {
	const { json } = await one(
		envelope('create', { name: 'Lease', mode: 'sequential', notificationsManagedBy: 'sender' }),
	);
	expect(json).toMatchObject({ name: 'Lease', mode: 'sequential', status: 'drafted' });
	expect(harness.sandbox.control.get(String(json?.ID)).name).toBe('Lease');
});

it('reads one', async () => {
	const { ID, name } = harness.sandbox.control.envelope();
	expect((await one(existing('get', ID))).json).toMatchObject({ ID, name });
});

it('lists those with a status', async () => {
	const { ID } = harness.sandbox.control.envelope({ name: 'Listed', status: 'sealed' });
	const filters = { status: ['sealed'], nameContains: 'listed' };
	const { json } = await one(envelope('getAll', { returnAll: true, filters }));
	expect(json).toMatchObject({ ID, status: 'sealed' });
});

it('updates a draft', async () => {
	const { ID } = harness.sandbox.control.envelope();
	const { json } = await one(existing('update', ID, { updateFields: { name: 'Renamed' } }));
	expect(json).toMatchObject({ ID, name: 'Renamed' });
});

it('sends a draft', async () => {
	const { ID } = harness.sandbox.control.envelope({ fields: true });
	expect((await one(existing('send', ID))).json).toMatchObject({ ID, status: 'sent' });
});

it('reminds those who have not signed', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
	await one(existing('remind', ID, { subject: 'Please', body: 'Sign' }));
	expect(harness.sandbox.log.requests.at(-1)).toMatchObject({
		method: 'POST',
		path: `/sign/envelopes/${ID}:send-reminders`,
	});
});

it('cancels one that was sent', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
	await one(existing('cancel', ID));
	expect(harness.sandbox.control.get(ID).status).toBe('cancelled');
});

it('deletes one', async () => {
	const { ID } = harness.sandbox.control.envelope();
	const { json } = await one(existing('delete', ID));
	expect(json).toMatchObject({ deleted: true, envelopeID: ID });
	expect(() => harness.sandbox.control.get(ID)).toThrow();
});

it.each([
	['downloadSealed', 'application/zip', 'PK'],
	['downloadOriginal', 'application/zip', 'PK'],
	['downloadAuditTrail', 'application/pdf', '%PDF-'],
])('%s gives a file and what is known about it', async (operation, mimeType, opening) => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	const { run, json } = await one(existing(operation, ID, { binaryPropertyName: 'data' }));
	const binary = run.binary(NODE, 'data');
	const content = await harness.host.file(binary);
	expect(binary.mimeType).toBe(mimeType);
	expect(content.toString('latin1')).toMatch(new RegExp(`^${opening}`));
	expect(json).toMatchObject({ bytes: content.length, name: binary.fileName });
});

it('archives a finished one', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed', documents: 2 });
	const include = ['auditTrail', 'documents', 'original', 'sealed'];
	const { run, json } = await one(existing('downloadEvidence', ID, { include }));
	expect(Object.keys(run.items(NODE)[0]?.binary ?? {}).sort()).toEqual(
		['auditTrail', 'document_1', 'document_2', 'manifest', 'original', 'sealed'].sort(),
	);
	expect(json).toMatchObject({ envelope: { ID, status: 'sealed' } });
	const sealed = await unzip(await harness.host.file(run.binary(NODE, 'sealed')));
	expect(sealed.size).toBe(3);
});

const box = { document: 1, page: 1, unit: 'mm', x: 20, y: 20, width: 60, height: 15 };
const wholeJob = envelope('createAndSend', {
	name: 'Whole job',
	binaryPropertyNames: 'data',
	inputMode: 'form',
	participants: { participant: [{ email: 'ada@example.com', role: 'signer' }] },
	fields: { field: [formField({ type: 'signature', ...box })] },
	send: true,
	additionalFields: { mode: 'sequential', notificationsManagedBy: 'sender' },
});

it('creates and sends in one step', async () => {
	const run = await harness.run(wholeJob, { before: [fileStep()], items: [await fileItem()] });
	expect(run.error).toBeUndefined();
	const [made] = run.json(NODE);
	expect(made).toMatchObject({ name: 'Whole job', status: 'sent', mode: 'sequential' });
	const [x, y, width, height] = [20, 20, 60, 15].map((mm) => expect.closeTo((mm * 72) / 25.4, 1));
	expect(made?.fields).toMatchObject([{ page: 1, boundingBox: [x, y, width, height] }]);
});

async function fileItem() {
	return { content: (await samplePdf('Lease')).toString('base64'), fileName: 'lease.pdf' };
}

it('creates one like another', async () => {
	const template = harness.sandbox.control.envelope({ fields: true });
	const { json } = await one(
		envelope('createFromTemplate', {
			templateId: byId(template.ID),
			name: 'Copy',
			participants: { participant: [{ email: 'ada@example.com', role: 'signer' }] },
			send: true,
		}),
	);
	expect(json).toMatchObject({ name: 'Copy', status: 'sent', fields: [{}, {}] });
	const [copied] = harness.sandbox.control.get(String(json?.ID)).documents;
	expect(copied?.pdf).toEqual(template.documents[0]?.pdf);
});

// Others do not look again for the sub-workflow of a run that sleeps.
const [, minor = 0, patch = 0] = n8nVersion().split('.').map(Number);
const canWait = minor >= 41 || (minor === 39 && patch >= 8);

if (canWait) {
	it('waits for nothing if the envelope has ended; test/e2e/wait sleeps', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
		const { json } = await one(existing('waitUntilSigned', ID));
		expect(json).toMatchObject({ ID, status: 'sealed', waited: 0 });
	});
} else {
	it.each([
		['waitUntilSigned', existing('waitUntilSigned', randomUUID())],
		['createAndSend', { ...wholeJob, options: { waitUntilSigned: true } }],
	])('refuses to wait before anything is sent: %s', async (_, parameters) => {
		const before = harness.sandbox.log.count();
		const { error } = await harness.run(parameters, {
			before: [fileStep()],
			items: [await fileItem()],
		});
		expect(error?.message).toBe('This version of n8n cannot wait until an envelope is signed');
		expect(harness.sandbox.log.count()).toBe(before);
	});
}

it.each([
	['get', 'success'],
	['cancel', 'error'],
])(
	'notes its ID with the execution, so that the run can be found by it: %s, %s',
	async (name, end) => {
		// A draft cannot be cancelled.
		const { ID } = harness.sandbox.control.envelope();
		const run = await harness.run(existing(name, ID));
		const { customData } = await harness.host.rest<{ customData?: object }>(
			'GET',
			`/rest/executions/${run.id}`,
		);
		expect([run.status, customData]).toEqual([end, { envelopeID: ID }]);
	},
);

ranAll(harness, 'envelope');
