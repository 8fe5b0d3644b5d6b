import { deepEqual, equal, ok } from '../assert';

import { plainPdf } from '../../../sandbox/files/plainPdf';
import { UNKNOWN_ID } from '../../support/samples';
import {
	idsOf,
	inNoEnvelope,
	locator,
	onlyThirdFails,
	runNode,
	runOne,
	sameSet,
	showsRefusal,
	uniqueName,
	type Scenario,
	type World,
} from '../world';

const of = (operation: string, more: object = {}) => ({ resource: 'field', operation, ...more });

function draft(world: World, fields: boolean | 'all' = false) {
	const { ID, documents, participants } = world.sandbox.control.envelope({
		name: uniqueName('Fields'),
		// Of different sizes, by which they are told apart where the names in a ZIP tell nothing.
		documents: [{ name: 'contract.pdf', pages: 3 }, { name: 'terms.pdf' }],
		participants: [{}, {}, { role: 'cc' }],
		fields,
	});
	const [document, annex] = documents;
	ok(document && annex);
	const where = { envelopeId: locator(ID), documentId: locator(document.ID) };
	const [ann, bob] = participants.map((one) => one.ID);
	return { ID, document, annex, where, ann, bob };
}

const BOX = { page: 1, unit: 'pt', x: 72.3, y: 100.7, width: 150.25, height: 40.5, required: true };

/** The last pair differs in nothing but its label. */
const rows = (ann: unknown, bob: unknown) => [
	{ type: 'signature', participantID: ann, ...BOX },
	{ type: 'signature', participantID: bob, ...BOX, page: 2 },
	{ type: 'date', format: 'YYYY-MM-DD', participantID: bob, ...BOX, y: 400.3 },
	{ type: 'custom', label: 'Place', participantID: ann, ...BOX, y: 300 },
	{ type: 'custom', label: 'Cost center', participantID: ann, ...BOX, y: 300 },
];

const INPUTS = ['type', 'label', 'format', 'page', 'unit', 'x', 'y', 'width', 'height', 'required'];
const OVERLAPPING = { options: { allowOverlappingFields: true } };
const EACH = {
	...OVERLAPPING,
	...Object.fromEntries(INPUTS.map((name) => [name, `={{ $json.${name} }}`])),
	participantId: { __rl: true, mode: 'id', value: '={{ $json.participantID }}' },
};

const signature = (participantID: unknown) => ({ type: 'signature', participantID, ...BOX });

export const fieldScenarios: Scenario[] = [
	{
		operation: 'field: create',
		run: async (world) => {
			const { document, where, ann, bob } = draft(world);
			const wanted = rows(ann, bob);
			const items = wanted.map((json) => ({ json: json as never }));
			const made = await runNode(world, of('create', { ...where, ...EACH }), items);
			deepEqual(
				document.fields.map(({ type, page }) => [type, page]),
				wanted.map(({ type, page }) => [type, page]),
			);
			deepEqual(
				idsOf(made),
				document.fields.map(({ ID }) => ID),
				'the output',
			);
		},
		refused: async (world) => {
			const nowhere = { documentId: locator(UNKNOWN_ID), participantId: locator(UNKNOWN_ID) };
			await showsRefusal(
				world,
				of('create', { ...inNoEnvelope, ...nowhere, ...signature(undefined) }),
			);
			const { document, where, ann } = draft(world);
			const items = [0, 1, 2, 3].map((index) => {
				const who = index === 2 ? UNKNOWN_ID : ann;
				return { json: { ...signature(who), y: 100 + 50 * index } as never };
			});
			const parameters = of('create', { ...where, ...EACH });
			await onlyThirdFails(world, parameters, items, () => document.fields.length);
		},
	},
	{
		operation: 'field: createMany',
		run: async (world) => {
			const { document, where, ann, bob } = draft(world);
			const wanted = rows(ann, bob);
			const fieldsJson = JSON.stringify(wanted);
			const made = await runNode(
				world,
				of('createMany', {
					...where,
					inputMode: 'json',
					fieldsJson,
					...OVERLAPPING,
				}),
			);
			equal(document.fields.length, wanted.length, `${document.fields.length} fields were made`);
			deepEqual(
				idsOf(made),
				document.fields.map(({ ID }) => ID),
				'the output',
			);
		},
	},
	{
		operation: 'field: createFromTags',
		run: async (world) => {
			const { document, where, ann, bob } = draft(world);
			// A service may list people in any order: their addresses tell who is meant.
			const [one, two] = ['person1@example.com', 'person2@example.com'];
			const tags = [`[[date:${two}]]`, `[[custom:${one}?:Place]]`];
			document.pdf = plainPdf([[], [`[[signature:${one}]]`], tags]);
			document.sizeBytes = document.pdf.length;
			const made = await runNode(world, of('createFromTags', where));
			deepEqual(
				document.fields.map(({ type, page, participantID }) => [type, page, participantID]),
				[
					['signature', 2, ann],
					['date', 3, bob],
					['custom', 3, ann],
				],
			);
			deepEqual(
				idsOf(made),
				document.fields.map(({ ID }) => ID),
				'the output',
			);
		},
	},
	{
		operation: 'field: getAll',
		run: async (world) => {
			const { ID, document, annex, where } = draft(world, 'all');
			const listed = await runNode(world, of('getAll', where));
			sameSet(
				idsOf(listed),
				document.fields.map((one) => one.ID),
				'the list',
			);
			for (const { json } of listed) {
				const stored = document.fields.find((one) => one.ID === json.ID);
				deepEqual(json.boundingBox, stored?.boundingBox, 'a box');
			}
			const empty = { envelopeId: locator(ID), documentId: locator(annex.ID) };
			deepEqual(await runNode(world, of('getAll', empty)), [], 'an empty list');
		},
	},
	{
		operation: 'field: update',
		run: async (world) => {
			const { document, where } = draft(world, 'all');
			const custom = document.fields.find(({ type }) => type === 'custom');
			ok(custom);
			const [, y, w, h] = custom.boundingBox;
			const made = await runOne(
				world,
				of('update', {
					...where,
					fieldId: locator(custom.ID),
					updateFields: { label: 'Department', x: 99.5, page: 2 },
				}),
			);
			equal(made.ID, custom.ID, 'the field');
			deepEqual([custom.page, 'label' in custom && custom.label], [2, 'Department']);
			deepEqual(custom.boundingBox, [99.5, y, w, h], 'the box');
		},
	},
	{
		operation: 'field: delete',
		run: async (world) => {
			const [many, one] = [draft(world, true), draft(world, true)];
			const gone = [
				...many.document.fields.slice(0, 2).map((field) => ({ in: many, field })),
				...one.document.fields.slice(0, 1).map((field) => ({ in: one, field })),
			];
			const kept = [...many.document.fields.slice(2), ...one.document.fields.slice(1)];
			const items = gone.map(({ in: where, field }) => ({
				json: {
					envelope: where.ID,
					document: where.document.ID,
					field: field.ID,
				},
			}));
			const chosen = (name: string) => ({ __rl: true, mode: 'id', value: `={{ $json.${name} }}` });
			const made = await runNode(
				world,
				of('delete', {
					envelopeId: chosen('envelope'),
					documentId: chosen('document'),
					fieldId: chosen('field'),
				}),
				items,
			);
			deepEqual(
				made.map(({ json }) => json.deleted),
				[true, true, true],
			);
			const left = [...many.document.fields, ...one.document.fields];
			deepEqual(
				left.map(({ ID }) => ID),
				kept.map(({ ID }) => ID),
				'what is left',
			);
		},
	},
];
