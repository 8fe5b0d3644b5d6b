import type { IDataObject } from 'n8n-workflow';

import { jsonReply } from '../../sandbox/http/reply';
import { prepareHarness } from '../support/harness';
import { longAfterStart } from '../support/longAfterStart';

const harness = prepareHarness();
longAfterStart();
const READ = 'GET /sign/envelopes/{envelopeID}';
const WAIT = {
	resource: 'envelope',
	operation: 'waitUntilSigned',
	envelopeId: { __rl: true, mode: 'list', value: '' },
};

const sent = (count: number): string[] =>
	Array.from({ length: count }, () => harness.sandbox.control.envelope({ status: 'sent' }).ID);

async function signed(...IDs: string[]): Promise<void> {
	for (const ID of IDs) harness.sandbox.control.signAll(ID);
	await harness.sandbox.control.idle();
}

const itemsOf = (IDs: string[]) => IDs.map((ID) => ({ json: { ID } }));

it('gives one item for each, in order, once the last envelope has ended in some way', async () => {
	const { control } = harness.sandbox;
	const IDs = sent(3) as [string, string, string];
	const decline = () => control.decline(IDs[0], control.get(IDs[0]).participants[0]?.ID ?? '');
	const ends = [
		async () => await signed(IDs[2]),
		decline,
		() => {},
		async () => await signed(IDs[1]),
	];
	const { items, error } = await harness.engine.run(WAIT, {
		items: itemsOf(IDs),
		onWait: async (waits) => await ends[waits - 1]?.(),
	});

	expect(error).toBeUndefined();
	expect(items.map(({ json }) => [json.ID, json.status, json.waited])).toEqual([
		[IDs[0], 'rejected', 0],
		[IDs[1], 'sealed', 0],
		[IDs[2], 'sealed', 0],
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	// All of them at first, then only those that are still open.
	expect(harness.sandbox.log.count(READ)).toBe(3 + 3 + 2 + 1 + 1);
});

it('gives up after its days, with the status that was last seen', async () => {
	const [ID] = sent(1) as [string];
	const options = { giveUpAfter: 1e-9 };
	const { items } = await harness.engine.run(
		{ ...WAIT, options },
		{
			items: itemsOf([ID]),
			onWait: () => {},
		},
	);

	expect(items).toMatchObject([{ json: { ID, status: 'sent', gaveUp: true } }]);
});

it('keeps the place of an item that failed before the wait', async () => {
	const run = async (onError: 'continueRegularOutput' | 'continueErrorOutput') => {
		const [ID] = sent(1) as [string];
		const { items, errorItems } = await harness.engine.run(WAIT, {
			items: [{ json: { ID: 'none' } }, { json: { ID } }],
			onError,
			onWait: async () => await signed(ID),
		});
		const shown = (json: IDataObject) => json.status ?? typeof json.error;
		return [items, errorItems].map((all) => all.map(({ json }) => shown(json)));
	};

	expect(await run('continueRegularOutput')).toEqual([['string', 'sealed'], []]);
	expect(await run('continueErrorOutput')).toEqual([['sealed'], ['string']]);
});

it('reads each open envelope once in a check, at most 8 at a time', async () => {
	const IDs = sent(20);
	harness.sandbox.faults.always(READ, { kind: 'delay', ms: 20 });
	const { items } = await harness.engine.run(WAIT, {
		items: itemsOf([...IDs, ...IDs]),
		onWait: async () => await signed(...IDs),
	});

	expect(items.map(({ json }) => [json.ID, json.status])).toEqual(
		[...IDs, ...IDs].map((ID) => [ID, 'sealed']),
	);
	expect(harness.sandbox.log.count(READ)).toBe(40 + 20);
	expect(harness.sandbox.log.maxInFlight).toBe(8);
});

describe('what the service calls its own keys', () => {
	it.each([
		['waiting', { entries: [], next: 'cancel' }],
		['error', 'The execution was cancelled manually'],
	])('does not change how the wait goes on: %s', async (key, value) => {
		const [ID] = sent(1) as [string];
		const { control, faults } = harness.sandbox;
		faults.intercept = async ({ route }, takeEffect) =>
			route === READ ? jsonReply(200, { ...control.get(ID), [key]: value }) : await takeEffect();
		const { items, error } = await harness.engine.run(WAIT, {
			items: itemsOf([ID]),
			onWait: async () => await signed(ID),
		});

		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { ID, status: 'sealed', waited: 0, [key]: value } }]);
	});
});

describe('a node that somebody has made a step of a wait', () => {
	it('does not tell whose credential it has', async () => {
		const { items } = await harness.engine.run({ ...WAIT, waitStep: 'account' });

		expect(items.map(({ json }) => json)).toEqual([{ isSame: false }]);
	});

	it('does not tell which executions sleep', async () => {
		const next = async (executionId: string) => {
			const waiting = { executionId, next: 'check', entries: [], until: Date.now(), minutes: 2 };
			const check = { ...WAIT, waitStep: 'check', options: { maxConcurrency: 1 } };
			const { items } = await harness.engine.run(check, { items: [{ json: { waiting } }] });
			return (items[0]?.json.waiting as IDataObject).next;
		};

		// The first one is this run itself.
		expect([await next('1'), await next('none')]).toEqual(['cancel', 'cancel']);
	});
});
