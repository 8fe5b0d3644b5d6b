import { Chance } from '../support/chance';
import { draws } from '../support/draws';
import { keptFiles } from '../support/folder';
import { envelopeParameters, prepareHarness } from '../support/harness';
import { until } from '../support/until';

const harness = prepareHarness();
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const TRAIL = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const FILES = { downloadSealed: SEALED, downloadAuditTrail: TRAIL } as const;
type Operation = keyof typeof FILES;

const parameters = (operation: Operation, ID: string, more: object = {}) =>
	envelopeParameters(operation, ID, { binaryPropertyName: 'data', ...more });

const sealed = () => harness.sandbox.control.envelope({ status: 'sealed', documents: 2 });

/** Different lengths short of the whole: none, all but one, and the others at random. */
const OFFSETS = draws(40);
const offsets = (size: number) => {
	const chance = new Chance(20_261_117);
	const chosen = new Set([0, size - 1]);
	while (chosen.size < OFFSETS) chosen.add(chance.whole(size));
	return chosen;
};

/** Full jitter draws from nothing to the ceiling: with this draw repeats come at once. */
const withoutWaiting = () => jest.spyOn(Math, 'random').mockReturnValue(0);
afterEach(() => jest.restoreAllMocks());

describe.each(Object.keys(FILES) as Operation[])('%s', (operation) => {
	it.each(['content-length', 'chunked', 'close'] as const)(
		`never emits a file that was cut, at any of ${OFFSETS} offsets (%s framing)`,
		async (framing) => {
			const { ID } = sealed();
			const whole = await harness.engine.run(parameters(operation, ID));
			const size = Number(whole.items[0]?.json.bytes);
			// Nothing tells that only the line break behind the end of a PDF is missing where HTTP does not frame it.
			for (const bytes of offsets(framing === 'close' ? size - 1 : size)) {
				harness.sandbox.faults.next(FILES[operation], { kind: 'truncate', bytes, framing });
			}
			// Once every offset has been tried there is nothing to get: a success can only be a cut file.
			harness.sandbox.faults.always(FILES[operation], { kind: 'status', status: 409 });
			harness.sandbox.log.clear();
			withoutWaiting();
			// A service that breaks five in a row is left alone for the rest of a run.
			for (let run = 0; run < OFFSETS / 4; run++) {
				const outcome = await harness.engine.run(parameters(operation, ID), {
					items: Array.from({ length: 4 }, () => ({ json: {} })),
					onError: 'continueRegularOutput',
				});
				expect(outcome.items.filter(({ json }) => json.error === undefined)).toEqual([]);
				expect(outcome.items).toHaveLength(4);
			}
			expect(harness.sandbox.log.count(FILES[operation])).toBeGreaterThan(OFFSETS);
		},
		120_000,
	);
});

it('fetches a cut file again, from its beginning', async () => {
	const { ID } = sealed();
	harness.sandbox.faults.next(SEALED, { kind: 'truncate', bytes: 100, framing: 'content-length' });
	const { items } = await harness.engine.run(parameters('downloadSealed', ID));
	expect(items[0]?.json).toMatchObject({ structureVerified: true });
	expect(harness.sandbox.log.count(SEALED)).toBe(2);
});

it('ends a transfer that stalls, and keeps nothing of it', async () => {
	const { ID } = sealed();
	// Signs in, which must not be what takes too long.
	await harness.engine.run(envelopeParameters('get', ID));
	harness.sandbox.faults.always(SEALED, { kind: 'stall', after: 200 });
	const { error } = await harness.engine.run(
		parameters('downloadSealed', ID, { options: { timeout: 0.2 } }),
	);
	expect(error?.message).toBe('The service did not respond in time');
	expect(keptFiles(harness.engine.binaryFolder)).toEqual([]);
});

it('shows the detail of a refusal, although the answer is a stream', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'drafted' });
	const { error } = await harness.engine.run(parameters('downloadSealed', ID));
	expect(error).toMatchObject({ httpCode: '409' });
	expect(error?.description).toMatch(/The service says: .*draft/);
});

it('refuses a file that is larger than allowed while it arrives', async () => {
	const { ID } = sealed();
	harness.sandbox.control.fileSize(ID, 3 * 1024 * 1024);
	const { items, error } = await harness.engine.run(
		parameters('downloadSealed', ID, { options: { maxFileSize: 1 } }),
	);
	expect(items).toEqual([]);
	expect(error?.message).toContain('too large');
	expect(error?.description).toContain("increase 'Max File Size (MB)'");
	expect(harness.sandbox.log.count(SEALED)).toBe(1);
	expect(keptFiles(harness.engine.binaryFolder)).toEqual([]);
});

it('stops the transfer when the execution is canceled', async () => {
	const { ID } = sealed();
	harness.sandbox.faults.always(SEALED, { kind: 'stall', after: 200 });
	const { result, cancel } = harness.engine.start(parameters('downloadSealed', ID), {
		items: Array.from({ length: 20 }, () => ({ json: {} })),
	});
	await until(() => harness.sandbox.log.count(SEALED) > 0, result);
	cancel();
	const { status } = await result;
	expect(status).toBe('canceled');
	expect(harness.sandbox.log.count(SEALED)).toBe(1);
	expect(keptFiles(harness.engine.binaryFolder)).toEqual([]);
});
