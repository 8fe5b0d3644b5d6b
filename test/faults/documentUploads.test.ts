import { addition, prepareGround } from '../support/ground';
import { pdf, withFile } from '../support/samples';
import { hurry, LONGER_THAN_HURRIED } from './hurry';
import { IN_VAIN, LOST, UNCERTAIN } from './lostAnswers';

const ground = prepareGround();
hurry();

const ADD = 'POST /sign/envelopes/{envelopeID}/documents';
const LIST = 'GET /sign/envelopes/{envelopeID}/documents';

const draft = () => ground.sandbox.control.envelope({ documents: 0 });
const there = (ID: string) => ground.sandbox.control.get(ID).documents;
const one = { items: [withFile(pdf(), 'a.pdf')] };

describe('an upload', () => {
	it.each(LOST)('is found when its answer was lost in %s, and not sent again', async (_, fault) => {
		const { ID } = draft();
		ground.sandbox.faults.next(ADD, fault);
		const { items } = await ground.engine.run(addition(ID), one);
		expect(there(ID)).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			ID: there(ID)[0]?.ID,
			name: 'a.pdf',
			reconciled: true,
		});
		expect(ground.sandbox.log.count(ADD)).toBe(1);
	});

	it.each(IN_VAIN)(
		'is not sent again on a guess after %s, and the user is told',
		async (_, fault) => {
			const { ID } = draft();
			ground.sandbox.faults.next(ADD, fault);
			const { error } = await ground.engine.run(addition(ID), one);
			expect(error?.description).toContain(UNCERTAIN);
			expect(there(ID)).toEqual([]);
			expect(ground.sandbox.log.count(ADD)).toBe(1);
		},
	);

	it('is sent again after a 429, which has no effect', async () => {
		const { ID } = draft();
		ground.sandbox.faults.next(ADD, { kind: 'rateLimit' }, 2);
		const { items } = await ground.engine.run(addition(ID), one);
		expect(items[0]?.json).toMatchObject({ ID: there(ID)[0]?.ID });
		expect(there(ID)).toHaveLength(1);
		expect(ground.sandbox.log.count(LIST)).toBe(0);
	});

	it('has an unknown outcome when the list cannot be read either', async () => {
		const { ID } = draft();
		ground.sandbox.faults.next(ADD, { kind: 'reset', applied: true });
		ground.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { error } = await ground.engine.run(addition(ID), one);
		expect(error?.description).toContain(UNCERTAIN);
		expect(ground.sandbox.log.count(ADD)).toBe(1);
	});

	it('is found beside an older document of the same name', async () => {
		const createdAt = new Date(Date.now() - 10_000).toISOString();
		const { ID } = ground.sandbox.control.envelope({ createdAt, documents: [{ name: 'a.pdf' }] });
		ground.sandbox.faults.next(ADD, { kind: 'reset', applied: true });
		const { items } = await ground.engine.run(addition(ID), one);
		expect(items.map(({ json }) => json.ID)).toEqual([there(ID)[1]?.ID]);
		expect(ground.sandbox.log.count(ADD)).toBe(1);
	});

	it('has an unknown outcome when somebody else adds one of its name meanwhile', async () => {
		const createdAt = new Date(Date.now() + 60_000).toISOString();
		const { ID } = ground.sandbox.control.envelope({ createdAt, documents: [{ name: 'a.pdf' }] });
		ground.sandbox.faults.next(ADD, { kind: 'reset', applied: true });
		const { error } = await ground.engine.run(addition(ID), one);
		expect(error?.description).toContain(UNCERTAIN);
		expect(there(ID)).toHaveLength(2);
		expect(ground.sandbox.log.count(ADD)).toBe(1);
	});

	it('is not confused with a document of its name that another run has just added', async () => {
		const createdAt = new Date(Date.now() - 10_000).toISOString();
		const { ID } = ground.sandbox.control.envelope({ createdAt, documents: [{ name: 'a.pdf' }] });
		ground.sandbox.faults.next(ADD, { kind: 'reset' });
		const { error, items } = await ground.engine.run(addition(ID), one);
		expect(items).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
	});

	it('is not confused with an older document of the same name', async () => {
		const { ID } = ground.sandbox.control.envelope({
			createdAt: '2024-01-01T00:00:00.000Z',
			documents: [{ name: 'a.pdf' }],
		});
		ground.sandbox.faults.next(ADD, { kind: 'reset', applied: true });
		const { items } = await ground.engine.run(addition(ID), one);
		expect(items[0]?.json).toMatchObject({ ID: there(ID)[1]?.ID, reconciled: true });
	});

	it('is found when the service fell silent', async () => {
		const { ID } = draft();
		ground.sandbox.faults.next(ADD, { kind: 'stall', after: 5 });
		const { items } = await ground.engine.run(
			addition(ID, { options: { timeout: LONGER_THAN_HURRIED } }),
			one,
		);
		expect(items[0]?.json).toMatchObject({ ID: there(ID)[0]?.ID, reconciled: true });
		expect(there(ID)).toHaveLength(1);
	});

	it('goes on to wait for the document that was found', async () => {
		const { ID } = draft();
		ground.sandbox.faults.next(ADD, { kind: 'status', status: 502, applied: true });
		const { items } = await ground.engine.run(
			addition(ID, { options: { waitUntilProcessed: true } }),
			{ items: [withFile(pdf(2), 'a.pdf')] },
		);
		expect(items[0]?.json).toMatchObject({ status: 'uploaded', numPages: 2 });
		expect(there(ID)).toHaveLength(1);
	});
});

const three = { items: [1, 2, 3].map((pages) => withFile(pdf(pages), 'a.pdf')) };

describe('several uploads of one name', () => {
	it('go on after one whose outcome is unknown when the run is to go on', async () => {
		const { ID } = draft();
		ground.sandbox.faults.next(ADD, { kind: 'delay', ms: 0 });
		ground.sandbox.faults.next(ADD, { kind: 'reset' });
		const { items } = await ground.engine.run(addition(ID), {
			...three,
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => json.ID)).toEqual([
			there(ID)[0]?.ID,
			undefined,
			there(ID)[1]?.ID,
		]);
		expect(items[1]?.json).toMatchObject({
			details: { description: expect.stringContaining(UNCERTAIN) },
		});
		expect(there(ID)).toHaveLength(2);
	});
});

describe.each([
	['goes right', 0],
	['is an hour ahead', 3_600_000],
	['is an hour behind', -3_600_000],
])('a service whose clock %s', (_, difference) => {
	const other = prepareGround({ sandbox: { now: () => Date.now() + difference } });

	it('shows which upload is ours, and never makes one pass for another', async () => {
		const { ID } = other.sandbox.control.envelope({ documents: 0 });
		other.sandbox.faults.next(ADD, { kind: 'delay', ms: 0 });
		other.sandbox.faults.next(ADD, { kind: 'reset', applied: true });
		const { items } = await other.engine.run(addition(ID), three);
		const IDs = other.sandbox.control.get(ID).documents.map((document) => document.ID);
		expect(items.map(({ json }) => json.ID)).toEqual(IDs);
		expect(items.map(({ json }) => json.reconciled)).toEqual([undefined, true, undefined]);
		expect(other.sandbox.log.count(ADD)).toBe(3);
	});

	it('does not make a document that was there before look like ours', async () => {
		const createdAt = new Date(Date.now() + difference - 10_000).toISOString();
		const { ID } = other.sandbox.control.envelope({ createdAt, documents: [{ name: 'a.pdf' }] });
		other.sandbox.faults.next(ADD, { kind: 'reset' });
		const { items, error } = await other.engine.run(addition(ID), one);
		expect(items).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
	});
});
