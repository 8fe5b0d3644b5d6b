import { deepEqual, equal, ok } from '../assert';
import { createHash } from 'crypto';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { unzip } from '../../support/files';
import { UNKNOWN_ID } from '../../support/samples';
import {
	inNoEnvelope,
	locator,
	runNode,
	sameSet,
	showsRefusal,
	uniqueName,
	type Scenario,
	type World,
} from '../world';

const sealed = ({ sandbox }: World) =>
	sandbox.control.envelope({
		name: uniqueName('Sealed'),
		status: 'sealed',
		documents: [{ name: 'lease.pdf', pages: 2 }, { name: 'annex.pdf' }],
		participants: [{}, { role: 'cc' }],
		fields: true,
	});

type Fetched = Record<string, { content: Buffer; name: string }>;

async function filesOf({ engine }: World, item: INodeExecutionData): Promise<Fetched> {
	const files: Fetched = {};
	for (const [field, data] of Object.entries(item.binary ?? {})) {
		files[field] = { content: await engine.readBinary(data), name: data.fileName ?? '' };
	}
	return files;
}

function isPdf(content: Buffer | undefined): void {
	equal(content?.subarray(0, 5).toString('latin1'), '%PDF-', 'not a PDF');
	ok(content?.includes('%%EOF'), 'a PDF without an end');
}

/** So many PDFs, whatever they are called; folders and the like do not count. */
async function holdsPdfs(content: Buffer | undefined, count: number): Promise<void> {
	ok(content, 'no ZIP');
	const entries = [...(await unzip(content)).values()].filter(({ length }) => length > 0);
	entries.forEach(isPdf);
	equal(entries.length, count, 'the files in the ZIP');
}

const agrees = (record: IDataObject | undefined, content: Buffer | undefined) => {
	ok(record && content, 'a file is not described');
	const sha256 = createHash('sha256').update(content).digest('hex');
	deepEqual([record.bytes, record.sha256], [content.length, sha256], 'another file is described');
};

const download = (
	operation: string,
	check: (content: Buffer | undefined) => Promise<void> | void,
): Scenario => {
	const [resource = '', name = ''] = operation.split(': ');
	return {
		operation,
		run: async (world) => {
			const { ID, documents } = sealed(world);
			const which = resource === 'document' && { documentId: locator(documents[0]?.ID) };
			const parameters = { resource, operation: name, envelopeId: locator(ID), ...which };
			const [item, ...more] = await runNode(world, parameters);
			ok(item && more.length === 0);
			const [file, ...others] = Object.values(await filesOf(world, item));
			equal(others.length, 0);
			await check(file?.content);
			agrees((item.json.file ?? item.json) as IDataObject, file?.content);
		},
		refused: async (world) => {
			const documentId = locator(UNKNOWN_ID);
			await showsRefusal(world, { resource, operation: name, ...inNoEnvelope, documentId });
		},
	};
};

export const fileScenarios: Scenario[] = [
	download('envelope: downloadSealed', async (content) => await holdsPdfs(content, 3)),
	download('envelope: downloadOriginal', async (content) => await holdsPdfs(content, 2)),
	download('envelope: downloadAuditTrail', isPdf),
	download('document: downloadSealed', isPdf),
	{
		operation: 'envelope: downloadEvidence',
		run: async (world) => {
			const { ID, documents, participants } = sealed(world);
			const include = ['auditTrail', 'documents', 'original', 'sealed'];
			const parameters = { resource: 'envelope', operation: 'downloadEvidence', include };
			const [item] = await runNode(world, { ...parameters, envelopeId: locator(ID) });
			ok(item, 'nothing came out');
			const { json } = item;
			const files = await filesOf(world, item);
			await holdsPdfs(files.sealed?.content, 3);
			await holdsPdfs(files.original?.content, 2);
			isPdf(files.auditTrail?.content);
			for (const record of json.files as IDataObject[]) {
				const file = files[String(record.field)];
				agrees(record, file?.content);
				ok(file?.name.toLowerCase().includes(ID), 'a file is not named after its envelope');
			}
			// Sealed ZIP, original ZIP, audit trail, one per document, and the list of checksums.
			equal(Object.keys(files).length, 3 + documents.length + 1, 'the number of files');
			equal((json.envelope as IDataObject).ID, ID, 'the envelope');
			const IDs = (key: string) => (json[key] as IDataObject[]).map((one) => one.ID);
			sameSet(
				IDs('documents'),
				documents.map((one) => one.ID),
				'documents',
			);
			sameSet(
				IDs('participants'),
				participants.map((one) => one.ID),
				'participants',
			);
		},
	},
];
