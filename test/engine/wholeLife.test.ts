import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { PDFDocument } from 'pdf-lib';

import { FIELD_TYPES } from '../../nodes/ESignature/api';
import { assertNoCanary } from '../support/canaries';
import {
	binaryOf,
	DOCX,
	filesOf,
	folderOf,
	sampleDocx,
	samplePdf,
	sha256sum,
	unzip,
} from '../support/files';
import { byId, envelopeParameters, prepareHarness } from '../support/harness';
import { CODE, job, PEOPLE, withFiles } from './createAndSendJob';

const harness = prepareHarness();

/** One step of a workflow; it must succeed. */
async function step(parameters: object, items?: INodeExecutionData[]) {
	const outcome = await harness.engine.run(parameters as INodeParameters, { items });
	if (outcome.error) throw outcome.error;
	return outcome;
}

const row = (type: string, n: number) => ({
	type,
	page: 1,
	unit: 'mm',
	x: 20,
	y: 20 + n * 20,
	width: 60,
	height: 15,
	required: true,
	...(type === 'custom' && { label: 'Customer number' }),
	...(type === 'date' && { format: 'DD MMMM YYYY', modifiable: true }),
});

/** Step by step, as a workflow of many nodes does it. */
async function prepared(): Promise<string> {
	const created = await step({
		resource: 'envelope',
		operation: 'create',
		name: 'Lease',
		mode: 'sequential',
		notificationsManagedBy: 'service',
		subject: 'Please sign $(envelope_name)',
		body: 'Thank you',
	});
	const { ID } = created.items[0]?.json as { ID: string };
	const added = await step(
		{
			resource: 'document',
			operation: 'add',
			envelopeId: byId(ID),
			binaryPropertyName: 'data',
			options: { waitUntilProcessed: true },
		},
		[
			{ json: {}, binary: { data: binaryOf(await samplePdf('Lease', 2), 'lease.pdf') } },
			{ json: {}, binary: { data: binaryOf(await sampleDocx('Annex'), 'annex.docx', DOCX) } },
		],
	);
	const people = await step({
		resource: 'participant',
		operation: 'createMany',
		envelopeId: byId(ID),
		inputMode: 'json',
		participantsJson: JSON.stringify(PEOPLE),
	});
	const [ada, grace] = people.items.map(({ json }) => String(json.ID));
	const [lease, annex] = added.items.map(({ json }) => String(json.ID));
	const place = async (documentID: unknown, signer: unknown, types: readonly string[]) =>
		await step({
			resource: 'field',
			operation: 'createMany',
			envelopeId: byId(ID),
			documentId: byId(documentID),
			inputMode: 'json',
			fieldsJson: JSON.stringify(
				types.map((type, n) => ({ ...row(type, n), participantID: signer })),
			),
		});
	await place(lease, ada, FIELD_TYPES);
	await place(annex, grace, ['signature', 'date']);
	await step(envelopeParameters('send', ID));
	return ID;
}

/** The same with one node. */
async function inOneStep(): Promise<string> {
	const fields = [
		...FIELD_TYPES.map((type, n) => ({ document: 1, ...row(type, n), email: 'ada@example.com' })),
		...['signature', 'date'].map((type, n) => ({
			document: 2,
			...row(type, n),
			email: 'grace@example.com',
		})),
	].map(({ email, ...field }) => ({ ...field, participantEmail: email }));
	const { items } = await step(
		job({
			additionalFields: { mode: 'sequential', subject: 'Please sign $(envelope_name)' },
			fields: { field: fields },
		}),
		[await withFiles()],
	);
	return String(items[0]?.json.ID);
}

it.each([
	['step by step', prepared],
	['in one step', inOneStep],
])('an envelope lives from creation to an archive that others can check (%s)', async (_, make) => {
	const ID = await make();
	harness.sandbox.control.signAll(ID);
	await harness.sandbox.control.idle();
	const outcome = await step(
		envelopeParameters('downloadEvidence', ID, {
			include: ['auditTrail', 'documents', 'original', 'sealed'],
		}),
	);
	const [item] = outcome.items;
	expect(item?.json).toMatchObject({
		envelope: { ID, name: 'Lease', status: 'sealed', mode: 'sequential' },
		documents: [{ name: 'lease.pdf' }, { name: 'annex.docx' }],
		participants: PEOPLE.map(({ email, role }) => ({ email, role })),
	});
	assertNoCanary(outcome, [CODE]);

	const files = await filesOf(harness.engine, item as INodeExecutionData);
	const folder = folderOf(files);
	try {
		const said = await sha256sum(folder.path, `${ID}-manifest-sha256.txt`);
		expect(said).toHaveLength(5);
		expect(said.every((line) => line.endsWith(': OK'))).toBe(true);
	} finally {
		folder.remove();
	}
	const content = (field: string) => files.find((file) => file.field === field)?.content as Buffer;
	const sealed = await unzip(content('sealed'));
	expect([...sealed.keys()]).toEqual([
		'01-lease.pdf',
		expect.stringMatching(/^02-annex/),
		'audit-trail.pdf',
	]);
	for (const pdf of sealed.values()) {
		expect((await PDFDocument.load(pdf)).getPageCount()).toBeGreaterThan(0);
	}
	expect((await unzip(content('original'))).size).toBe(2);
	const values = harness.sandbox.control.get(ID).documents.map((one) => Object.keys(one.values));
	expect(values.map(({ length }) => length)).toEqual([FIELD_TYPES.length, 2]);
});

it('makes the same envelope in one step as step by step', async () => {
	const [one, other] = [await prepared(), await inOneStep()].map((ID) => {
		const { participants, documents, name, mode, notification, status } =
			harness.sandbox.control.get(ID);
		const people = participants.map(({ email, role, authentication }) => ({
			email,
			role,
			authentication,
		}));
		const text = JSON.stringify({
			name,
			mode,
			notification,
			status,
			people,
			documents: documents.map(({ name: file, numPages, fields }) => ({ file, numPages, fields })),
		});
		// IDs differ, but stand for the same things: in both, the n-th new one is the n-th new one.
		const seen: string[] = [];
		return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (found) => {
			if (!seen.includes(found)) seen.push(found);
			return `ID ${seen.indexOf(found)}`;
		});
	});
	expect(one).toContain('"type":"custom"');
	expect(one).toBe(other);
});
