import { plainPdf } from '../../sandbox/files/plainPdf';
import { byId } from '../support/harness';
import { UNKNOWN_ID } from '../support/samples';
import { BOX } from './people';
import {
	deepEqual,
	equal,
	inNoEnvelope,
	ok,
	same,
	uniqueName,
	type Node,
	type Scenario,
} from './scenario';

function draft({ sandbox }: Node, fields: boolean | 'all' = false) {
	const { ID, documents, participants } = sandbox.control.envelope({
		name: uniqueName('Fields'),
		// Different sizes tell the documents apart in a ZIP without their names.
		documents: [{ name: 'contract.pdf', pages: 3 }, { name: 'terms.pdf' }],
		participants: [{}, {}, { role: 'cc' }],
		fields,
	});
	const [document, annex] = documents;
	ok(document && annex);
	const where = { envelopeId: byId(ID), documentId: byId(document.ID) };
	const [ann, bob] = participants.map((one) => one.ID);
	return { ID, document, annex, where, ann, bob };
}

/** The two custom fields differ only in their label. */
const rows = (ann: unknown, bob: unknown) => [
	{ type: 'signature', participantID: ann, ...BOX },
	{ type: 'signature', participantID: bob, ...BOX, page: 2 },
	{ type: 'custom', label: 'Place', participantID: ann, ...BOX, y: 300 },
	{ type: 'custom', label: 'Cost center', participantID: ann, ...BOX, y: 300 },
	{ type: 'date', format: 'YYYY-MM-DD', participantID: bob, ...BOX, y: 400.3 },
];
const inShort = (field: { type: unknown; page?: unknown; participantID: unknown }) => [
	field.type,
	field.page,
	field.participantID,
];

const INPUTS = ['type', 'label', 'format', 'page', 'unit', 'x', 'y', 'width', 'height', 'required'];
const OVERLAPPING = { options: { allowOverlappingFields: true } };
const EACH = {
	...OVERLAPPING,
	...Object.fromEntries(INPUTS.map((name) => [name, `={{ $json.${name} }}`])),
	participantId: byId('={{ $json.participantID }}'),
};

const signature = (participantID: unknown) => ({ type: 'signature', participantID, ...BOX });

export const fieldScenarios: Record<string, Scenario> = {
	'field/create': {
		run: async (node) => {
			const { document, where, ann, bob } = draft(node);
			const wanted = rows(ann, bob);
			const items = wanted.map((json) => ({ json: json as never }));
			const made = await node.items({ ...where, ...EACH }, items);
			deepEqual(document.fields.map(inShort), wanted.map(inShort));
			same(made, document.fields);
		},
		refused: async (node) => {
			const nowhere = { documentId: byId(UNKNOWN_ID), participantId: byId(UNKNOWN_ID) };
			await node.isRefused({ ...inNoEnvelope, ...nowhere, ...signature(undefined) });
			const { document, where, ann } = draft(node);
			const items = [0, 1, 2, 3].map((index) => {
				const who = index === 2 ? UNKNOWN_ID : ann;
				return { json: { ...signature(who), y: 100 + 50 * index } as never };
			});
			await node.onlyThirdFails({ ...where, ...EACH }, items);
			equal(document.fields.length, 3, 'not all of the others were added');
		},
	},
	'field/createMany': {
		run: async (node) => {
			const { document, where, ann, bob } = draft(node);
			const wanted = rows(ann, bob);
			const fieldsJson = JSON.stringify(wanted);
			const made = await node.items({ ...where, inputMode: 'json', fieldsJson, ...OVERLAPPING });
			deepEqual(document.fields.map(inShort), wanted.map(inShort));
			same(made, document.fields);
		},
	},
	'field/createFromTags': {
		run: async (node) => {
			const { document, where, ann, bob } = draft(node);
			// A service may list people in any order: their addresses tell who is meant.
			const [one, two] = ['person1@example.com', 'person2@example.com'];
			const tags = [`[[date:${two}]]`, `[[custom:${one}?:Place]]`];
			document.pdf = plainPdf([[], [`[[signature:${one}]]`], tags]);
			document.sizeBytes = document.pdf.length;
			const made = await node.items(where);
			deepEqual(document.fields.map(inShort), [
				['signature', 2, ann],
				['date', 3, bob],
				['custom', 3, ann],
			]);
			same(made, document.fields);
		},
	},
	'field/getAll': {
		run: async (node) => {
			const { document, annex, where } = draft(node, 'all');
			const listed = await node.items(where);
			same(listed, document.fields);
			for (const { json } of listed) {
				const stored = document.fields.find((one) => one.ID === json.ID);
				deepEqual(json.boundingBox, stored?.boundingBox, 'a box');
			}
			deepEqual(await node.items({ ...where, documentId: byId(annex.ID) }), [], 'an empty list');
		},
	},
	'field/update': {
		run: async (node) => {
			const { document, where } = draft(node, 'all');
			for (const [type, change] of [
				['custom', { label: 'Department' }],
				['date', { format: 'DD/MM/YYYY', modifiable: true }],
			] as const) {
				const field = structuredClone(document.fields.find((one) => one.type === type));
				const [, y, w, h] = field?.boundingBox ?? [];
				const updateFields = { ...change, x: 99.5, page: 2 };
				const made = await node.item({ ...where, fieldId: byId(field?.ID), updateFields });
				const stored = document.fields.find(({ ID }) => ID === field?.ID);
				same([made], [stored ?? {}]);
				deepEqual(stored, { ...field, ...change, page: 2, boundingBox: [99.5, y, w, h] });
			}
		},
	},
	'field/delete': {
		run: async (node) => {
			const [many, one] = [draft(node, true), draft(node, true)];
			const gone = [
				...many.document.fields.slice(0, 2).map((field) => ({ from: many, field })),
				...one.document.fields.slice(0, 1).map((field) => ({ from: one, field })),
			];
			const kept = [...many.document.fields.slice(2), ...one.document.fields.slice(1)];
			const made = await node.items(
				{
					envelopeId: byId('={{ $json.envelope }}'),
					documentId: byId('={{ $json.document }}'),
					fieldId: byId('={{ $json.field }}'),
				},
				gone.map(({ from, field }) => ({
					json: { envelope: from.ID, document: from.document.ID, field: field.ID },
				})),
			);
			deepEqual(
				made.map(({ json }) => [json.deleted, json.fieldID]),
				gone.map(({ field }) => [true, field.ID]),
			);
			same([...many.document.fields, ...one.document.fields], kept, 'what is left');
		},
	},
};
