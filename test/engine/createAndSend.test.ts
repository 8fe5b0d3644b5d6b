import type { Route } from '../../nodes/ESignature/api';
import { assertNoCanary } from '../support/canaries';
import { prepareHarness } from '../support/harness';
import { CODE, FIELDS, job, jsonJob, processAtOnce, withFiles } from './createAndSendJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
beforeEach(() => processAtOnce(harness.sandbox));
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const FIELD = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';

const run = async (parameters = job()) => {
	const outcome = await harness.engine.run(parameters, { items: [await withFiles()] });
	if (outcome.error) throw outcome.error;
	return outcome;
};
const bodies = (route: Route) =>
	harness.sandbox.log.requests.filter((one) => one.route === route).map(({ body }) => body);

it('does a whole job in one step, its lists from the form', async () => {
	const { items } = await run();
	const { ID } = items[0]?.json as { ID: string };
	const made = harness.sandbox.control.get(ID);
	expect(made).toMatchObject({
		name: 'Lease',
		status: 'sent',
		mode: 'parallel',
		notification: { subject: 'Please sign', body: 'Thank you' },
		participants: [
			{ email: 'ada@example.com', authentication: { type: 'AccessCode', accessCode: CODE } },
			{
				email: 'grace@example.com',
				authentication: { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' },
			},
			{ email: 'archive@example.com', role: 'cc' },
		],
		documents: [
			{ name: 'lease.pdf', numPages: 2 },
			{ name: 'annex.docx', numPages: 1 },
		],
	});
	const [ada, grace] = made.participants;
	expect(made.documents.map(({ fields }) => fields)).toMatchObject([
		[
			{ type: 'signature', participantID: ada?.ID, boundingBox: [72, 100, 150, 40], page: 1 },
			{ type: 'name', participantID: grace?.ID, boundingBox: [72, 200, 150, 40] },
		],
		[{ type: 'signature', participantID: grace?.ID }],
	]);
});

it('shows access codes only when asked for', async () => {
	assertNoCanary(await run(), [CODE]);
	const { items } = await run(job({ options: { includeAccessCodes: true } }));
	expect(JSON.stringify(items[0]?.json.participants)).toContain(CODE);
});

it('keeps a draft when it is not to be sent', async () => {
	const { items } = await run(job({ send: false }));
	expect(items[0]?.json).toMatchObject({ status: 'drafted', fields: FIELDS.map(() => ({})) });
	expect(harness.sandbox.control.get(String(items[0]?.json.ID)).status).toBe('drafted');
	expect(harness.sandbox.log.count(SEND)).toBe(0);
});

it.each(['false', 0, null])('does not send on a "Send" of %j from a table', async (send) => {
	const item = { ...(await withFiles()), json: { send } };
	await harness.engine.run(job({ send: '={{ $json.send }}' }), { items: [item] });
	expect(harness.sandbox.log.count(SEND)).toBe(0);
});

it('places 250 fields of one document in two requests', async () => {
	const fields = Array.from({ length: 250 }, (_, n) => ({ ...FIELDS[0], x: 2 * n, width: 1 }));
	const { items } = await run(jsonJob({ fields }));
	expect(bodies(FIELD).map((body) => (body as { items: unknown[] }).items.length)).toEqual([
		200, 50,
	]);
	const placed = items[0]?.json.fields as Array<{ boundingBox: number[] }>;
	expect(placed.map(({ boundingBox }) => boundingBox[0])).toEqual(fields.map(({ x }) => x));
});
