import type { IDataObject } from 'n8n-workflow';

import { unzip } from '../support/files';
import { byId } from '../support/harness';
import { sha256, UNKNOWN_ID } from '../support/samples';
import { PHONE } from './people';
import {
	CODE,
	deepEqual,
	equal,
	inNoEnvelope,
	ok,
	sameSet,
	uniqueName,
	type File,
	type Node,
	type Scenario,
} from './scenario';

const finished = ({ sandbox }: Node, status: 'sealed' | 'cancelled' = 'sealed') =>
	sandbox.control.envelope({
		name: uniqueName('Finished'),
		status,
		documents: [{ name: 'lease.pdf', pages: 2 }, { name: 'annex.pdf' }],
		participants: [
			{ authentication: { type: 'SMS', ...PHONE } },
			{ authentication: { type: 'AccessCode', accessCode: CODE } },
			{ role: 'cc' },
		],
		fields: true,
	});

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

/** The JSON about a file. */
function describes(record: IDataObject, file: File | undefined): void {
	ok(file, 'a file is not there');
	const { name, type, content } = file;
	deepEqual(
		[record.name, record.mediaType, record.bytes, record.sha256],
		[name, type, content.length, sha256(content)],
		'another file is described',
	);
	ok(record.structureVerified, 'it was not checked');
}

const download = (
	ending: string,
	check: (content: Buffer | undefined) => Promise<void> | void,
): Scenario => ({
	run: async (node) => {
		const { ID, documents } = finished(node);
		const documentId = byId(documents[0]?.ID);
		const [item] = await node.items({
			envelopeId: byId(ID),
			documentId,
			binaryPropertyName: 'own',
		});
		ok(item, 'nothing came out');
		const files = await node.filesOf(item);
		await check(files.get('own')?.content);
		describes(item.json, files.get('own'));
		equal(item.json.envelopeID, ID);
		const about = item.json.documentID ?? ID;
		equal(item.json.name, `${about as string}-${ending}`);
	},
	refused: async (node) => await node.isRefused({ ...inNoEnvelope, documentId: byId(UNKNOWN_ID) }),
});

export const fileScenarios: Record<string, Scenario> = {
	'envelope/downloadSealed': download('sealed.zip', async (zip) => await holdsPdfs(zip, 3)),
	'envelope/downloadOriginal': download('original.zip', async (zip) => await holdsPdfs(zip, 2)),
	'envelope/downloadAuditTrail': download('audit-trail.pdf', isPdf),
	'document/downloadSealed': download('sealed.pdf', isPdf),
	'envelope/downloadEvidence': {
		run: async (node) => {
			const { ID, documents, participants } = finished(node);
			const cancelled = finished(node, 'cancelled');
			const include = ['auditTrail', 'documents', 'original', 'sealed'];
			const made = await node.items({ envelopeId: byId('={{ $json.ID }}'), include }, [
				{ json: { ID } },
				{ json: { ID: cancelled.ID } },
			]);
			const [whole, rest] = made as [(typeof made)[0], (typeof made)[0]];
			const files = await node.filesOf(whole);
			await holdsPdfs(files.get('sealed')?.content, 3);
			await holdsPdfs(files.get('original')?.content, 2);
			isPdf(files.get('auditTrail')?.content);
			isPdf(files.get('document_1')?.content);
			const records = whole.json.files as IDataObject[];
			for (const record of records) describes(record, files.get(String(record.field)));
			const fields = records.map(({ field, documentID, entries }) => [
				field,
				documentID ?? entries,
			]);
			deepEqual(fields, [
				['sealed', 3],
				['auditTrail', undefined],
				['original', 2],
				...documents.map((document, at) => [`document_${at + 1}`, document.ID]),
			]);
			deepEqual([...files.keys()], [...records.map(({ field }) => field), 'manifest']);
			ok([...files.values()].every(({ name }) => name.startsWith(ID)));
			equal((whole.json.envelope as IDataObject).ID, ID, 'the envelope');
			sameSet(whole.json.documents as IDataObject[], documents, 'documents');
			sameSet(whole.json.participants as IDataObject[], participants, 'participants');
			const left = (await node.filesOf(rest)).keys();
			deepEqual([...left].sort(), ['auditTrail', 'manifest', 'original']);
			equal((rest.json.notIncluded as IDataObject[]).length, 3, 'what a canceled one lacks');
		},
	},
};
