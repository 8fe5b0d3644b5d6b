import type { IBinaryData } from 'n8n-workflow';

import { jsonJob } from '../engine/createAndSendJob';
import { addition, prepareHarness } from '../support/harness';
import { pdf, withFile } from '../support/samples';
import { skipPauses, LONGER_THAN_SKIPPED } from './skipPauses';
import { IN_VAIN, LOST, UNCERTAIN } from './lostAnswers';

const harness = prepareHarness();
skipPauses();

const ADD = 'POST /sign/envelopes/{envelopeID}/documents';
const LIST = 'GET /sign/envelopes/{envelopeID}/documents';

const draft = () => harness.sandbox.control.envelope({ documents: 0 });
const there = (ID: string) => harness.sandbox.control.get(ID).documents;
const one = { items: [withFile(pdf(), 'a.pdf')] };

/** What to look for: the name, the place and the time, not before the test began. */
function assertTold(description: string | null | undefined, envelope: string, since: number) {
	expect(description).toContain(UNCERTAIN);
	expect(description).toContain(`whether envelope ${envelope} contains a document named 'a.pdf'`);
	const [, at = ''] = /added at about (\S+)\.\n/.exec(`${description}\n`) ?? [];
	expect(Date.parse(at)).toBeGreaterThanOrEqual(since);
	expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
}

describe('an upload', () => {
	it.each(LOST)(
		'is neither adopted nor sent again when its answer was lost in %s, and the user is told',
		async (_, fault) => {
			const since = Date.now();
			const { ID } = draft();
			harness.sandbox.faults.next(ADD, fault);
			const { items, error } = await harness.engine.run(addition(ID), one);
			expect(items).toEqual([]);
			assertTold(error?.description, ID, since);
			expect(there(ID)).toHaveLength(1);
			expect(harness.sandbox.log.count(ADD)).toBe(1);
		},
	);

	it.each(IN_VAIN)(
		'is not sent again on a guess after %s, and the user is told',
		async (_, fault) => {
			const since = Date.now();
			const { ID } = draft();
			harness.sandbox.faults.next(ADD, fault);
			const { error } = await harness.engine.run(addition(ID), one);
			assertTold(error?.description, ID, since);
			expect(there(ID)).toEqual([]);
			expect(harness.sandbox.log.count(ADD)).toBe(1);
		},
	);

	it('is sent again after a 429, which has no effect', async () => {
		const { ID } = draft();
		harness.sandbox.faults.next(ADD, { kind: 'rateLimit' }, 2);
		const { items } = await harness.engine.run(addition(ID), one);
		expect(items[0]?.json).toMatchObject({ ID: there(ID)[0]?.ID });
		expect(there(ID)).toHaveLength(1);
		expect(harness.sandbox.log.count(LIST)).toBe(0);
	});

	it.each([
		['takes effect', true],
		['has no effect', false],
	])(
		'has an unknown outcome beside older documents of the same name when it %s',
		async (_, applied) => {
			const { ID } = harness.sandbox.control.envelope({ documents: [{ name: 'a.pdf' }] });
			harness.sandbox.faults.next(ADD, { kind: 'reset', applied });
			const { error, items } = await harness.engine.run(addition(ID), one);
			expect(items).toEqual([]);
			expect(error?.description).toContain(UNCERTAIN);
			expect(there(ID)).toHaveLength(applied ? 2 : 1);
			expect(harness.sandbox.log.count(ADD)).toBe(1);
		},
	);

	it('has an unknown outcome when the service fell silent', async () => {
		const { ID } = draft();
		harness.sandbox.faults.next(ADD, { kind: 'stall', after: 5 });
		const { items, error } = await harness.engine.run(
			addition(ID, { options: { timeout: LONGER_THAN_SKIPPED } }),
			one,
		);
		expect(items).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
		expect(there(ID)).toHaveLength(1);
		expect(harness.sandbox.log.count(ADD)).toBe(1);
	});
});

const three = { items: [1, 2, 3].map((pages) => withFile(pdf(pages), 'a.pdf')) };

describe('several uploads of one name', () => {
	it.each([
		['had no effect', false],
		['took effect', true],
	])('go on after one of unknown outcome that %s when the run is to go on', async (_, applied) => {
		const { ID } = draft();
		harness.sandbox.faults.next(ADD, { kind: 'delay', ms: 0 });
		harness.sandbox.faults.next(ADD, { kind: 'reset', applied });
		const { items } = await harness.engine.run(addition(ID), {
			...three,
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => json.ID)).toEqual([
			there(ID)[0]?.ID,
			undefined,
			there(ID).at(-1)?.ID,
		]);
		expect(items[1]?.json).toMatchObject({
			details: { description: expect.stringContaining(UNCERTAIN) },
		});
		expect(there(ID)).toHaveLength(applied ? 3 : 2);
		expect(harness.sandbox.log.count(ADD)).toBe(3);
	});
});

/** The draft of Create and Send is its own: no other client adds to it. */
describe('an upload into the draft of Create and Send', () => {
	const composing = (names: string) =>
		jsonJob(
			{ people: [{ email: 'ada@example.com', role: 'signer' }], fields: [] },
			{ binaryPropertyNames: names },
		);
	const file = (pages: number) => withFile(pdf(pages), 'a.pdf').binary?.data as IBinaryData;
	const items = [{ json: {}, binary: { first: file(1), second: file(2) } }];

	it.each([...LOST, ...IN_VAIN])('is made in a new draft after %s', async (_, fault) => {
		harness.sandbox.faults.next(ADD, { kind: 'delay', ms: 0 });
		harness.sandbox.faults.next(ADD, fault);
		const outcome = await harness.engine.run(composing('first, second'), { items });
		const [sent] = outcome.items;
		expect(sent?.json).toMatchObject({ status: 'sent' });
		const added = there(String(sent?.json.ID));
		expect(added.map(({ numPages }) => numPages)).toEqual([1, 2]);
		expect(sent?.json.documents).toMatchObject(added.map(({ ID }) => ({ ID })));
		// The first draft, whose content is unknown, is deleted.
		expect(harness.sandbox.control.envelopes()).toHaveLength(1);
	});
});
