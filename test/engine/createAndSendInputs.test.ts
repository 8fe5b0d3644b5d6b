import type { INodeParameters } from 'n8n-workflow';

import { prepareHarness } from '../support/harness';
import { FIELDS, jsonJob, processAtOnce, withFiles } from './createAndSendJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
beforeEach(() => processAtOnce(harness.sandbox));

const ada = { email: 'ada@example.com', role: 'signer' };
const grace = { email: 'grace@example.com', role: 'signer' };

async function refusal(parameters: INodeParameters) {
	const { items, error } = await harness.engine.run(parameters, { items: [await withFiles()] });
	expect(items).toEqual([]);
	expect(harness.sandbox.log.count()).toBe(0);
	return `${error?.message}\n${error?.description}`;
}

describe('fields on each other', () => {
	const at = (x: number, y: number, more: object = {}) => ({
		type: 'signature',
		participantEmail: ada.email,
		x,
		y,
		width: 150,
		height: 40,
		...more,
	});
	const overlapping = (...fields: object[]) => jsonJob({ people: [ada, grace], fields });

	it('are found also where a page of a PDF is counted from its end, before anything is sent', async () => {
		const fields = [at(72, 72, { page: 2 }), at(72, 300), at(72, 72, { page: -1 })];
		expect(await refusal(overlapping(...fields))).toContain('Field 3 overlaps field 1 on page 2');
	});

	it('are found for two signers, too, unless that is allowed', async () => {
		const fields = [at(72, 72), at(80, 80, { participantEmail: grace.email })];
		expect(await refusal(overlapping(...fields))).toContain(
			`Field 2 for '${grace.email}' overlaps field 1 for '${ada.email}' on page 1 of 'lease.pdf'`,
		);
		const options = { allowOverlappingFields: true };
		const allowed = jsonJob({ people: [ada, grace], fields }, { options });
		const { error } = await harness.engine.run(allowed, { items: [await withFiles()] });
		expect(error).toBeUndefined();
	});

	it('are found where only the service knows the pages, and no draft is left', async () => {
		const job = overlapping(
			at(72, 72, { document: 2 }),
			at(72, 300),
			at(72, 72, { document: 2, page: -1 }),
		);
		const { error } = await harness.engine.run(job, { items: [await withFiles()] });
		expect(error?.message).toBe("Field 3 overlaps field 1 on page 1 of 'annex.docx'");
		expect(error?.description).toContain('The draft was deleted');
	});
});

const strict = { allowSignersWithoutFields: false };

it('allows a signer without a field in a draft', async () => {
	const draft = jsonJob({ people: [ada, grace], fields: [] }, { options: strict, send: false });
	const { items } = await harness.engine.run(draft, { items: [await withFiles()] });
	expect(items[0]?.json.status).toBe('drafted');
});

it('takes a field that names nobody as one of the only signer', async () => {
	const field: object = { ...FIELDS[0], participantEmail: '' };
	const copy = { email: 'archive@example.com', role: 'cc' };
	const parameters = jsonJob({ people: [copy, ada], fields: [field] }, { options: strict });
	const { items } = await harness.engine.run(parameters, { items: [await withFiles()] });
	const [made] = items[0]?.json.fields as Array<{ participantID: string }>;
	const [, signer] = items[0]?.json.participants as Array<{ ID: string }>;
	expect(made?.participantID).toBe(signer?.ID);
});
