import { deepEqual, equal } from '../assert';

import { pdf, withFile } from '../../support/samples';
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

const of = (operation: string, more: object = {}) => ({ resource: 'document', operation, ...more });

const draft = ({ sandbox }: World, documents = 1) =>
	sandbox.control.envelope({ name: uniqueName('Documents'), documents });

const on = (operation: string, envelope: string, document?: string) =>
	of(operation, {
		envelopeId: locator(envelope),
		...(document && { documentId: locator(document) }),
	});

const FILE = { binaryPropertyName: 'data', name: '', contentType: '' };

export const documentScenarios: Scenario[] = [
	{
		operation: 'document: add',
		run: async (world) => {
			const stored = draft(world, 0);
			const made = await runOne(
				world,
				{
					...on('add', stored.ID),
					...FILE,
					options: { waitUntilProcessed: true },
				},
				[withFile(pdf(2), 'contract.pdf')],
			);
			equal(stored.documents.length, 1, `${stored.documents.length} documents were added`);
			equal(made.ID, stored.documents[0]?.ID, 'the document');
			deepEqual([made.status, stored.documents[0]?.status], ['uploaded', 'uploaded']);
		},
		refused: async (world) => {
			const items = [withFile(pdf(), 'contract.pdf')];
			await showsRefusal(world, of('add', { ...inNoEnvelope, ...FILE }), items);
			const { ID } = draft(world, 15);
			await showsRefusal(world, { ...on('add', ID), ...FILE }, items, 'Too many documents');
		},
	},
	{
		operation: 'document: get',
		run: async (world) => {
			const { ID, documents } = draft(world, 2);
			const read = await runOne(world, on('get', ID, documents[1]?.ID));
			equal(read.ID, documents[1]?.ID, 'the document');
			deepEqual([read.name, read.status], ['document-2.pdf', 'uploaded']);
		},
	},
	{
		operation: 'document: getAll',
		run: async (world) => {
			const { ID, documents } = draft(world, 3);
			const listed = await runNode(world, on('getAll', ID));
			sameSet(
				idsOf(listed),
				documents.map((one) => one.ID),
				'the list',
			);
			deepEqual(
				listed.map(({ json }) => json.status),
				['uploaded', 'uploaded', 'uploaded'],
			);
			deepEqual(await runNode(world, on('getAll', draft(world, 0).ID)), [], 'an empty list');
		},
	},
	{
		operation: 'document: rename',
		run: async (world) => {
			const { ID, documents } = draft(world, 2);
			const name = 'Prüfbericht.pdf';
			const made = await runOne(world, { ...on('rename', ID, documents[1]?.ID), name });
			equal(made.ID, documents[1]?.ID, 'the document');
			deepEqual([made.name, documents[1]?.name], [name, name]);
		},
	},
	{
		operation: 'document: reorder',
		run: async (world) => {
			const stored = draft(world, 3);
			const [a = '', b = '', c = ''] = stored.documents.map(({ ID }) => ID);
			const documentIds = [c, a, b].map((ID) => ID).join(', ');
			const made = await runNode(world, { ...on('reorder', stored.ID), documentIds });
			deepEqual(
				stored.documents.map(({ ID }) => ID),
				[c, a, b],
				'the service',
			);
			deepEqual(idsOf(made), [c, a, b], 'the output');
		},
	},
	{
		operation: 'document: delete',
		run: async (world) => {
			const stored = draft(world, 2);
			const [first, second] = stored.documents;
			const made = await runOne(world, on('delete', stored.ID, first?.ID));
			equal(made.deleted, true);
			deepEqual(
				stored.documents.map(({ ID }) => ID),
				[second?.ID],
				'what is left',
			);
		},
	},
];
