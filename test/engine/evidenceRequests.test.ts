import type { Route } from '../../nodes/ESignature/api';
import { envelopeParameters, prepareHarness } from '../support/harness';
import { until } from '../support/until';

const harness = prepareHarness();
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const DOCUMENTS = 'GET /sign/envelopes/{envelopeID}/documents';
const PARTICIPANTS = 'GET /sign/envelopes/{envelopeID}/participants';
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const TRAIL = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const REST: Route[] = [DOCUMENTS, PARTICIPANTS, SEALED, TRAIL];

const parameters = (ID: string) =>
	envelopeParameters('downloadEvidence', ID, { include: ['auditTrail', 'sealed'] });

/** The answers to this wait until they are let go. */
function hold(route: Route): () => void {
	let release = () => {};
	const until = new Promise<void>((resolve) => (release = resolve));
	harness.sandbox.faults.always(route, { kind: 'hold', until });
	return release;
}

const routes = () => harness.sandbox.log.requests.map(({ route }) => route as Route);

it('reads the envelope, and then asks for everything else at the same time', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	const releases = REST.map(hold);
	const { result } = harness.engine.start(parameters(ID));
	const areUnderWay = () => REST.every((route) => harness.sandbox.log.count(route) === 1);
	await until(areUnderWay, result);
	expect(routes().slice(0, 2)).toEqual(['POST /oauth/token', ENVELOPE]);
	releases.forEach((release) => release());
	const { items, error } = await result;

	expect(error).toBeUndefined();
	expect(Object.keys(items[0]?.binary ?? {}).sort()).toEqual(['auditTrail', 'manifest', 'sealed']);
	expect(routes()).toHaveLength(2 + REST.length);
});

it('fails only when nothing is under way any more, with the first error in order', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	const release = hold(SEALED);
	harness.sandbox.faults.always(TRAIL, { kind: 'status', status: 404 });
	harness.sandbox.faults.always(PARTICIPANTS, { kind: 'status', status: 403 });
	const { result } = harness.engine.start(parameters(ID));
	let hasEnded = false;
	void result.then(() => (hasEnded = true));
	const refused = () => harness.sandbox.log.requests.filter(({ status }) => status >= 400);
	await until(() => refused().length === 2, result);
	expect(hasEnded).toBe(false);
	release();
	const { error, items } = await result;

	expect(items).toEqual([]);
	expect((error as { httpCode?: string }).httpCode).toBe('403');
});

it('does not wait for itself where one request may go at a time and a file is larger than there is room', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	harness.sandbox.control.fileSize(ID, 40 * 1024 ** 2);
	const { items, error } = await harness.engine.run({
		...parameters(ID),
		options: { maxConcurrency: 1 },
	});

	expect(error).toBeUndefined();
	expect(items[0]?.json.files).toContainEqual(expect.objectContaining({ bytes: 40 * 1024 ** 2 }));
});
