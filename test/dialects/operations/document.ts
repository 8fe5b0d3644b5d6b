import { deepEqual, equal } from '../assert';

import { pdf, UNKNOWN_ID, withFile } from '../../support/samples';
import { inNoEnvelope, isToldWhy } from '../refusals';
import {
	idsOf,
	locator,
	runNode,
	runOne,
	sameId,
	sameIds,
	sameSet,
	uniqueName,
	written,
} from '../world';
import type { Scenario, World } from '../world';

/** A name as this service shows it. */
const cleaned = ({ speaks }: World, name: string) =>
	speaks('document-names-cleaned') ? name.toLowerCase().replace(/[^a-z0-9.]/g, '_') : name;

const of = (operation: string, more: object = {}) => ({ resource: 'document', operation, ...more });

const draft = ({ sandbox }: World, documents = 1) =>
	sandbox.control.envelope({ name: uniqueName('Documents'), documents });

const on = (world: World, operation: string, envelope: string, document?: string) =>
	of(operation, {
		envelopeId: locator(world, envelope),
		...(document && { documentId: locator(world, document) }),
	});

const nowhere = (world: World, operation: string, more: object = {}) =>
	of(operation, { ...inNoEnvelope(world), documentId: locator(world, UNKNOWN_ID), ...more });

const FILE = { binaryPropertyName: 'data', name: '', contentType: '' };

export const documentScenarios: Scenario[] = [
	{
		operation: 'document: add',
		run: async (world) => {
			const stored = draft(world, 0);
			const made = await runOne(
				world,
				{
					...on(world, 'add', stored.ID),
					...FILE,
					options: { waitUntilProcessed: true },
				},
				[withFile(pdf(2), 'contract.pdf')],
			);
			equal(stored.documents.length, 1, `${stored.documents.length} documents were added`);
			sameId(made.ID, stored.documents[0]?.ID, 'the document');
			deepEqual([made.status, stored.documents[0]?.status], ['uploaded', 'uploaded']);
		},
		refused: async (world) =>
			await isToldWhy(world, nowhere(world, 'add', FILE), [withFile(pdf(), 'contract.pdf')]),
	},
	{
		operation: 'document: get',
		run: async (world) => {
			const { ID, documents } = draft(world, 2);
			const read = await runOne(world, on(world, 'get', ID, documents[1]?.ID));
			sameId(read.ID, documents[1]?.ID, 'the document');
			deepEqual([read.name, read.status], [cleaned(world, 'document-2.pdf'), 'uploaded']);
		},
		refused: async (world) => await isToldWhy(world, nowhere(world, 'get')),
	},
	{
		operation: 'document: getAll',
		run: async (world) => {
			const { ID, documents } = draft(world, 3);
			const listed = await runNode(world, on(world, 'getAll', ID));
			sameSet(
				idsOf(listed),
				documents.map((one) => one.ID),
				'the list',
			);
			deepEqual(
				listed.map(({ json }) => json.status),
				['uploaded', 'uploaded', 'uploaded'],
			);
			deepEqual(await runNode(world, on(world, 'getAll', draft(world, 0).ID)), [], 'an empty list');
		},
		refused: async (world) => await isToldWhy(world, nowhere(world, 'getAll')),
	},
	{
		operation: 'document: rename',
		run: async (world) => {
			const { ID, documents } = draft(world, 2);
			const name = 'Prüfbericht.pdf';
			const made = await runOne(world, { ...on(world, 'rename', ID, documents[1]?.ID), name });
			sameId(made.ID, documents[1]?.ID, 'the document');
			deepEqual([made.name, documents[1]?.name], [cleaned(world, name), name]);
		},
		refused: async (world) => await isToldWhy(world, nowhere(world, 'rename', { name: 'New' })),
	},
	{
		operation: 'document: reorder',
		run: async (world) => {
			const stored = draft(world, 3);
			const [a = '', b = '', c = ''] = stored.documents.map(({ ID }) => ID);
			const documentIds = [c, a, b].map((ID) => written(world, ID)).join(', ');
			const made = await runNode(world, { ...on(world, 'reorder', stored.ID), documentIds });
			sameIds(
				stored.documents.map(({ ID }) => ID),
				[c, a, b],
				'the service',
			);
			sameIds(idsOf(made), [c, a, b], 'the output');
		},
		refused: async (world) =>
			await isToldWhy(
				world,
				nowhere(world, 'reorder', { documentIds: written(world, UNKNOWN_ID) }),
			),
	},
	{
		operation: 'document: delete',
		run: async (world) => {
			const stored = draft(world, 2);
			const [first, second] = stored.documents;
			const made = await runOne(world, on(world, 'delete', stored.ID, first?.ID));
			equal(made.deleted, true);
			sameIds(
				stored.documents.map(({ ID }) => ID),
				[second?.ID],
				'what is left',
			);
		},
		refused: async (world) => await isToldWhy(world, nowhere(world, 'delete')),
	},
];
