import { prepareGround } from '../support/ground';
import { until } from '../support/until';
import { IN_VAIN, LOST, UNCERTAIN } from './lostAnswers';

const ground = prepareGround();
const CREATE = 'POST /sign/envelopes';
const LIST = 'GET /sign/envelopes';

/** Full jitter draws from nothing to the ceiling: with this draw repeats come at once. */
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const parameters = (name: string, mode = 'parallel') => ({
	resource: 'envelope',
	operation: 'create',
	notificationsManagedBy: 'service',
	subject: 'Please sign',
	body: 'Thank you',
	...{ name, mode },
});

describe('creating an envelope', () => {
	const drafts = async () =>
		(await ground.engine.run({ resource: 'envelope', operation: 'getAll', returnAll: true })).items;

	it.each(LOST)('finds it again when the answer was lost in %s', async (_, fault) => {
		ground.sandbox.faults.next(CREATE, fault);
		const { items, error } = await ground.engine.run(parameters('Lease'));
		expect(error).toBeUndefined();
		const there = await drafts();
		expect(there).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			ID: there[0]?.json.ID,
			name: 'Lease',
			mode: 'parallel',
			notification: { subject: 'Please sign', body: 'Thank you' },
			reconciled: true,
		});
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});

	it.each(IN_VAIN)('never creates a second one on a guess (%s)', async (_, fault) => {
		ground.sandbox.faults.always(CREATE, fault);
		const { items, error } = await ground.engine.run(parameters('Lease'));
		expect(items).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});

	it('tries again after a 429, which has no effect', async () => {
		ground.sandbox.faults.next(CREATE, { kind: 'rateLimit' });
		const { items } = await ground.engine.run(parameters('Lease'));
		expect(items[0]?.json).not.toHaveProperty('reconciled');
		expect(await drafts()).toHaveLength(1);
		expect(ground.sandbox.log.count(CREATE)).toBe(2);
	});

	it('gives no item the envelope of another one of the same name', async () => {
		ground.sandbox.faults.next(CREATE, { kind: 'delay', ms: 0 });
		ground.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		const { items } = await ground.engine.run(
			{ ...parameters('Lease'), options: { maxConcurrency: 1 } },
			{ items: [{ json: {} }, { json: {} }, { json: {} }] },
		);
		expect(new Set(items.map(({ json }) => json.ID)).size).toBe(3);
		expect(await drafts()).toHaveLength(3);
	});

	it('gives two items two envelopes, or none, when both lose their answers at once', async () => {
		// The first item goes alone; then a proxy restarts while two are on their way.
		ground.sandbox.faults.next(CREATE, { kind: 'delay', ms: 0 });
		ground.sandbox.faults.next(CREATE, { kind: 'reset' });
		ground.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		ground.sandbox.faults.always(LIST, { kind: 'delay', ms: 100 });
		const { items } = await ground.engine.run(parameters('Lease'), {
			items: [{ json: {} }, { json: {} }, { json: {} }],
			onError: 'continueRegularOutput',
		});
		const IDs = items.flatMap(({ json }) => (json.ID === undefined ? [] : [json.ID]));
		expect(IDs).toEqual([...new Set(IDs)]);
		expect(items).toHaveLength(3);
	});

	it('does not guess when two drafts may be the one', async () => {
		ground.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		// Somebody else creates the same at the same time.
		ground.sandbox.faults.next(LIST, { kind: 'delay', ms: 100 });
		const { result } = ground.engine.start(parameters('Lease'));
		await until(() => ground.sandbox.log.count(LIST) === 1, result);
		const notification = { subject: 'Please sign', body: 'Thank you' };
		const twin = { name: 'Lease', documents: 0, participants: [] };
		Object.assign(ground.sandbox.control.envelope(twin), { notification });
		const { items, error } = await result;
		expect(items).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
		expect(await drafts()).toHaveLength(2);
	});

	it.each([
		['an older one', { createdAt: '2026-01-01T00:00:00.000Z' }],
		['one that was sent', { status: 'sent' }],
		['one that somebody has already filled', { documents: 2 }],
		['one with another mode', { mode: 'sequential', documents: 0, participants: [] }],
	] as const)('does not take %s of the same name for its own', async (_, fixture) => {
		ground.sandbox.control.envelope({ name: 'Lease', ...(fixture as object) });
		ground.sandbox.faults.next(CREATE, { kind: 'reset' });
		const { items, error } = await ground.engine.run(parameters('Lease'));
		expect(items).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
	});

	it('says that the outcome is unknown when the list cannot be read either', async () => {
		ground.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		ground.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { error } = await ground.engine.run(parameters('Lease'));
		expect(error?.description).toContain(UNCERTAIN);
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});

	it('does not take an answer without an ID for an envelope', async () => {
		ground.sandbox.faults.next(CREATE, { kind: 'body', body: '{}', status: 201, applied: true });
		const { items } = await ground.engine.run(parameters('Lease'));
		expect(items.map(({ json }) => json.ID)).toEqual((await drafts()).map(({ json }) => json.ID));
	});
});

describe.each([
	['an hour ahead', 3_600_000],
	['an hour behind', -3_600_000],
])('a service whose clock is %s', (_, difference) => {
	const other = prepareGround({ sandbox: { now: () => Date.now() + difference } });
	const untouched = { name: 'Lease', documents: 0, participants: [] };

	it('shows which envelope is ours', async () => {
		other.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		const { items } = await other.engine.run(parameters('Lease'));
		expect(items[0]?.json).toMatchObject({ name: 'Lease', reconciled: true });
	});

	it.each([0, difference])('does not make an older one look like ours', async (age) => {
		const now = Date.now() + difference;
		const createdAt = new Date(now - Math.abs(age) - 10_000).toISOString();
		const older = other.sandbox.control.envelope({ ...untouched, createdAt });
		Object.assign(older, { notification: { subject: 'Please sign', body: 'Thank you' } });
		other.sandbox.faults.next(CREATE, { kind: 'reset' });
		const { items, error } = await other.engine.run(parameters('Lease'));
		expect(items).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
	});
});

it('says that the outcome is unknown when records have another clock than answers', async () => {
	ground.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
	ground.sandbox.faults.next(LIST, { kind: 'delay', ms: 100 });
	const { result } = ground.engine.start(parameters('Lease'));
	await until(() => ground.sandbox.log.count(LIST) === 1, result);
	ground.sandbox.control.envelope({
		name: 'Lease',
		createdAt: new Date(Date.now() + 3_600_000).toISOString(),
	});
	const { items, error } = await result;
	expect(items).toEqual([]);
	expect(error?.description).toContain(UNCERTAIN);
});
