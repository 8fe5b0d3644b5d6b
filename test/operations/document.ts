import type { StoredDocument } from '../../sandbox';
import { byId } from '../support/harness';
import { pdf, withFile } from '../support/samples';
import {
	deepEqual,
	equal,
	inNoEnvelope,
	same,
	uniqueName,
	type Node,
	type Scenario,
} from './scenario';

const draft = ({ sandbox }: Node, documents = 1) =>
	sandbox.control.envelope({ name: uniqueName('Documents'), documents });

/** The second of two documents, which the service could not process. */
function failed(node: Node) {
	const { ID, documents } = draft(node, 2);
	const document = documents[1] as StoredDocument;
	Object.assign(document, { status: 'failed', failureReason: 'PageLimitReached' });
	return { document, ids: { envelopeId: byId(ID), documentId: byId(document.ID) } };
}

const FILE = { binaryPropertyName: 'data', name: '', contentType: '' };

export const documentScenarios: Record<string, Scenario> = {
	'document/add': {
		run: async (node) => {
			const { ID, documents } = draft(node, 0);
			const options = { waitUntilProcessed: true };
			const made = await node.item({ envelopeId: byId(ID), ...FILE, options }, [
				withFile(pdf(2), 'contract.pdf'),
			]);
			same([made], documents);
			const [stored] = documents;
			deepEqual([stored?.name, stored?.status, stored?.pdf], ['contract.pdf', 'uploaded', pdf(2)]);
			deepEqual([made.name, made.status, made.numPages], ['contract.pdf', 'uploaded', 2]);
		},
		refused: async (node) => {
			const items = [withFile(pdf(), 'contract.pdf')];
			await node.isRefused({ ...inNoEnvelope, ...FILE }, items);
			const envelopeId = byId(draft(node, 15).ID);
			await node.isRefused({ envelopeId, ...FILE }, items, 'Too many documents');
		},
	},
	'document/get': {
		run: async (node) => {
			const { ids, document } = failed(node);
			const read = await node.item(ids);
			same([read], [document]);
			deepEqual([read.name, read.status], ['document-2.pdf', 'failed']);
		},
	},
	'document/getAll': {
		run: async (node) => {
			const { ID, documents } = draft(node, 3);
			const listed = await node.items({ envelopeId: byId(ID) });
			same(listed, documents);
			equal(listed.filter(({ json }) => json.status === 'uploaded').length, 3);
			deepEqual(await node.items({ envelopeId: byId(draft(node, 0).ID) }), [], 'an empty list');
		},
	},
	'document/rename': {
		run: async (node) => {
			const { ids, document } = failed(node);
			const name = 'Prüfbericht.pdf';
			const made = await node.item({ ...ids, name });
			same([made], [document]);
			deepEqual([made.name, document.name], [name, name]);
		},
	},
	'document/reorder': {
		run: async (node) => {
			const stored = draft(node, 3);
			const wanted = [2, 0, 1].map((at) => stored.documents[at] as StoredDocument);
			const documentIds = `${wanted.map(({ ID }) => ID).join('\n')} ,`;
			const made = await node.items({ envelopeId: byId(stored.ID), documentIds });
			same(stored.documents, wanted, 'the service');
			same(made, wanted);
		},
	},
	'document/delete': {
		run: async (node) => {
			const stored = draft(node, 2);
			const [first, second] = stored.documents;
			const ids = { envelopeId: byId(stored.ID), documentId: byId(first?.ID) };
			const made = await node.item(ids);
			deepEqual([made.deleted, made.documentID], [true, first?.ID]);
			deepEqual(stored.documents, [second], 'what is left');
		},
	},
};
