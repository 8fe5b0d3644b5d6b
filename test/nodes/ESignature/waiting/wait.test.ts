import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Envelope } from '../../../../nodes/ESignature/api';
import type { Call } from '../../../../nodes/ESignature/core';
import type { WaitEntry, WaitState } from '../../../../nodes/ESignature/waiting/state';
import { applyReading, runStep, stepOf } from '../../../../nodes/ESignature/waiting/steps';
import { assertCanWait, waitForAll } from '../../../../nodes/ESignature/waiting/wait';
import { refused } from '../transport/failures';
import { errorFor } from '../transport/shownError';

const HOUR = 3_600_000;
const NODE = { name: 'Node', type: 'n8n-nodes-esignature.eSignature' } as INode;
const state = { since: 0, until: 30 * 24 * HOUR } as WaitState;
const open: WaitEntry = { json: { ID: 'a', status: 'sent' }, open: 'a' };

const failed = (status: number) => ({ error: errorFor(refused(status)) });
const read = (status: string) => ({ envelope: { status } as Envelope });

describe('what a check shows', () => {
	it('leaves an open envelope the same object, which n8n stores once', () => {
		expect(applyReading(open, read('sent'), state, HOUR)).toBe(open);
	});

	it('is forgotten once it can be read again', () => {
		const failing = { ...open, failingSince: HOUR };

		expect(applyReading(failing, read('sent'), state, 2 * HOUR)).toEqual(open);
	});

	it.each([
		['a refused credential', 401],
		['a service that is away', 503],
	])('is tried again for a day: %s', (_, code) => {
		const first = applyReading(open, failed(code), state, HOUR);
		const later = applyReading(first, failed(code), state, 24 * HOUR);
		const last = applyReading(later, failed(code), state, 25 * HOUR);

		expect(first).toEqual({ ...open, failingSince: HOUR, isMissing: false });
		expect(later).toEqual(first);
		expect(last).toMatchObject({
			json: { status: 'sent', gaveUp: true, reason: expect.any(String) as string },
		});
		expect(last).not.toHaveProperty('open');
	});

	it('means that it was deleted only if it is missing twice in a row', () => {
		const after = (...codes: number[]) =>
			codes.reduce((entry, code) => applyReading(entry, failed(code), state, HOUR), open).json
				.status;

		expect(after(503, 404)).toBe('sent');
		expect(after(404, 503, 404)).toBe('sent');
		expect(after(503, 404, 404)).toBe('deleted');
	});

	it('ends the wait at its time, read or not', () => {
		const now = state.until;

		expect(applyReading(open, read('sent'), state, now).json).toMatchObject({ gaveUp: true });
		expect(applyReading(open, failed(503), state, now).json).toMatchObject({ gaveUp: true });
		expect(applyReading(open, read('sealed'), state, now)).toEqual({
			json: { ID: 'a', status: 'sealed', waited: 30 * 24 * 60 },
		});
	});
});

describe('a run that n8n could not wake up', () => {
	const hostOf = (type: string, id?: string, executionTimeoutTimestamp?: number) =>
		({
			getNode: () => ({ ...NODE, type }),
			getExecutionId: () => '1',
			getWorkflow: () => ({ id }),
			additionalData: { executionTimeoutTimestamp },
		}) as unknown as IExecuteFunctions;

	it.each([
		['a tool', hostOf('n8n-nodes-esignature.eSignatureTool', 'w'), /AI agent tool/],
		['a workflow that is not saved', hostOf(NODE.type), /never saved/],
		['a workflow with a timeout', hostOf(NODE.type, 'w', 3600), /with a timeout/],
	])('is refused: %s', async (_, host, message) => {
		await expect(assertCanWait(host, [])).rejects.toThrow(message);
	});
});

it('gives n8n nothing to store from which the secret could be guessed', async () => {
	const executeWorkflow = jest.fn().mockResolvedValue({ data: [[{ json: { isSame: true } }]] });
	const host = { ...hostWithout({}), executeWorkflow } as unknown as IExecuteFunctions;
	const test = async (...accounts: string[]) =>
		await assertCanWait(
			host,
			accounts.map((account) => ({ account }) as Call),
		);

	await test('hash', 'hash');
	expect(JSON.stringify(executeWorkflow.mock.calls)).not.toContain('hash');
	await expect(test('hash', 'other')).rejects.toThrow('uses data from the item');
});

it('gives n8n something else in each process, or a weak secret could be guessed from it', async () => {
	const inNewProcess = async () => {
		let given = '';
		await jest.isolateModulesAsync(async () => {
			const { fingerprintOf } = await import('../../../../nodes/ESignature/waiting/wait');
			given = fingerprintOf('hash');
		});
		return given;
	};

	expect(await inNewProcess()).not.toBe(await inNewProcess());
});

/** A node whose sub-workflows cannot be started, with its input and what its earlier runs gave. */
const hostWithout = (input: object, before: object[] = []) =>
	({
		getNode: () => ({ ...NODE, parameters: {} }),
		continueOnFail: () => false,
		getMode: () => 'webhook',
		getInputData: () => [{ json: input }],
		executeWorkflow: async () => await Promise.reject(new Error('No database')),
		getExecutionId: () => '1',
		getWorkflow: () => ({ id: 'w' }),
		getWorkflowDataProxy: () => ({
			$runIndex: before.length,
			$: () => ({ first: (_: number, run: number) => ({ json: before[run] }) }),
		}),
	}) as unknown as IExecuteFunctions;

it('gives up on what is open, and loses no ID, if nothing can be started', async () => {
	const items = [
		{ json: { ID: 'a', status: 'sent' }, pairedItem: { item: 0 } },
		{ json: { ID: 'b', status: 'sealed' }, pairedItem: { item: 1 } },
	];
	const wait = { minutes: 2, days: 1, options: {} };

	expect(await waitForAll(hostWithout({}), { items, failed: new Set() }, wait)).toMatchObject([
		{ json: { ID: 'a', gaveUp: true, reason: 'No database' }, pairedItem: { item: 0 } },
		{ json: { ID: 'b', status: 'sealed', waited: 0 }, pairedItem: { item: 1 } },
	]);
});

describe('a round', () => {
	const begun = { ...state, entries: [open, { ...open, json: { ID: 'b' } }] };
	const run = async (step: 'watch' | 'round', host: IExecuteFunctions) =>
		(await runStep(host, step, async () => await Promise.reject())).map(({ json }) => json);

	it.each([
		'The execution was lost',
		'The execution was cancelled because the system is shutting down',
	])('that was lost begins with what the one before it gave: %s', async (error) => {
		const later = { ...begun, entries: [open, { json: { ID: 'b', status: 'sealed' } }] };
		const before = [{ waiting: begun }, { waiting: later }];

		expect(await run('watch', hostWithout({ error }, before))).toEqual([{ waiting: later }]);
	});

	describe('that was stopped by a user ends the wait', () => {
		const STOPPED = 'The execution was cancelled manually';
		const stop = async (state: object) =>
			await run('watch', hostWithout({ error: STOPPED }, [{ waiting: state }]));

		it("with n8n's own message, and what to do", async () => {
			await expect(stop(begun)).rejects.toMatchObject({
				message: STOPPED,
				description: expect.stringContaining('The envelope is still open') as string,
			});
		});

		it('and with *On Error: Continue*, each envelope keeps its ID or how it has ended', async () => {
			const ended = { json: { ID: 'b', status: 'sealed', waited: 0 } };

			expect(await stop({ ...begun, continueOnFail: true, entries: [open, ended] })).toMatchObject([
				{ error: STOPPED, details: { envelopeID: 'a' } },
				ended.json,
			]);
		});
	});

	it('whose run is gone ends as canceled', async () => {
		const host = hostWithout({ waiting: { ...begun, next: 'cancel' } });

		await expect(run('watch', host)).rejects.toThrow('canceled');
	});

	it('begins without a check', async () => {
		const executeWorkflow = jest.fn(async (_: object, [item]: object[]) => ({ data: [[item]] }));
		const input = { waiting: { ...begun, checks: 100 } };
		const host = { ...hostWithout(input), executeWorkflow } as unknown as IExecuteFunctions;

		expect(await run('round', host)).toMatchObject([{ waiting: { checks: 0, next: 'check' } }]);
	});

	it('that cannot be started gives up, and loses no ID', async () => {
		const [ended] = await run('round', hostWithout({ waiting: begun }));

		expect(await run('watch', hostWithout({ ...ended }))).toMatchObject([
			{ ID: 'a', gaveUp: true, reason: 'No database' },
			{ ID: 'b', gaveUp: true, reason: 'No database' },
		]);
	});
});

describe('the next check', () => {
	const MINUTE = 60_000;
	afterEach(() => jest.restoreAllMocks());

	const WATCH = { parentExecution: { executionId: 'run' } };
	const ASLEEP = { waitTill: new Date(), resultData: {} };
	const check = async (
		more: Partial<WaitState>,
		uptime = HOUR,
		executions: Record<string, object> = { watch: WATCH, run: ASLEEP },
	) => {
		jest.spyOn(performance, 'now').mockReturnValue(uptime);
		const input = {
			waiting: {
				...state,
				until: Date.now() + HOUR,
				minutes: 30,
				entries: [open],
				next: 'check' as const,
				...more,
			},
		};
		const host = {
			...hostWithout(input),
			getExecutionContext: () => ({ parentExecutionId: 'watch' }),
			getExecutionDataById: async (id: string) => executions[id],
			getNodeParameter: () => 1,
			getExecutionCancelSignal: () => undefined,
		} as unknown as IExecuteFunctions;
		const request = jest.fn(async () => ({ status: 'sent' }));
		const [item] = await runStep(host, 'check', async () => ({ request }) as unknown as Call);
		return { ...(item?.json.waiting as WaitState), reads: request.mock.calls.length };
	};

	it('comes after the minutes that were asked for, but not after the wait is given up', async () => {
		expect(await check({})).toMatchObject({ reads: 1, pause: 30 });
		expect((await check({ minutes: 90 })).pause).toBeCloseTo(60, 1);
		expect(await check({ until: Date.now() })).toMatchObject({ pause: 2 });
	});

	it('is made in another round after 100, since n8n reads all of a round for each', async () => {
		expect(await check({ checks: 98 })).toMatchObject({ checks: 99, next: 'check' });
		expect(await check({ checks: 99 })).toMatchObject({ checks: 100, next: 'round' });
	});

	it.each([
		['was canceled', { watch: WATCH, run: { ...ASLEEP, resultData: { error: {} } } }],
		['went on without it', { watch: WATCH, run: { resultData: {} } }],
		['was deleted', { watch: WATCH }],
		['cannot be told of it, since the helper between them was deleted', { run: ASLEEP }],
	])('is not made for a run that %s', async (_, executions) => {
		expect(await check({}, HOUR, executions)).toMatchObject({ reads: 0, next: 'cancel' });
	});

	it('waits until n8n has started, each for another time', async () => {
		const delayCheck = await check({}, MINUTE);

		expect(delayCheck).toMatchObject({ reads: 0, next: 'check' });
		expect(delayCheck.pause).toBeGreaterThanOrEqual(2);
		expect(delayCheck.pause).toBeLessThanOrEqual(17);
		expect((await check({}, MINUTE)).pause).not.toBe(delayCheck.pause);
		expect((await check({ minutes: 2 }, MINUTE)).pause).toBeLessThanOrEqual(4);
		expect(await check({}, 2 * MINUTE)).toMatchObject({ reads: 1 });
	});
});

it('takes only its own sub-workflows for steps', () => {
	const step = (waitStep: string) =>
		stepOf({ getNode: () => ({ parameters: { waitStep } }) } as unknown as IExecuteFunctions);

	expect(step('check')).toBe('check');
	expect(step('other')).toBeUndefined();
});
