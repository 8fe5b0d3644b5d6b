import crypto from 'node:crypto';

import { ANSWERS, REASONS, tryAgain } from '../../../../nodes/ESignature/trigger/texts';
import { UNKNOWN_ID } from '../../../support/samples';
import { deliver, itemOf, KEY, URL_OF_NODE, type Sent } from './delivery';
import { handled, type Given } from './plainHost';

const EVENT = { id: '1', type: 'EnvelopeSealed', created: 'now', data: { envelopeID: UNKNOWN_ID } };
const BODY = JSON.stringify(EVENT);
const JSON_TYPE = { 'content-type': 'application/json' };

const arrives = async (given: Partial<Given>) => await handled({ url: URL_OF_NODE, ...given });

afterEach(() => jest.restoreAllMocks());

describe('an authentic event', () => {
	it('starts a run', async () => {
		expect(itemOf(await deliver(BODY))).toEqual({ ...EVENT, envelopeId: UNKNOWN_ID });
	});

	it('is parsed and hashed once', async () => {
		const parsed = jest.spyOn(JSON, 'parse');
		const hashed: unknown[] = [];
		const { createHash } = crypto;
		jest.spyOn(crypto, 'createHash').mockImplementation((algorithm) => {
			const hash = createHash(algorithm);
			const update = hash.update.bind(hash);
			return Object.assign(hash, {
				update: (data: string | Buffer) => {
					hashed.push(String(data));
					return update(data);
				},
			});
		});
		await deliver(BODY);

		expect(parsed.mock.calls.filter(([text]) => text === BODY)).toHaveLength(1);
		// Once by the sender.
		expect(hashed.filter((data) => data === BODY)).toHaveLength(1 + 1);
	});

	it('comes with the body as it was sent, if asked for', async () => {
		const body = `{ "id": "1",\n"type":"EnvelopeSealed", "new": "\u00e9" }`;
		const seen = await deliver(body, { parameters: { options: { includeRawBody: true } } });

		expect(itemOf(seen)).toEqual({ id: '1', type: 'EnvelopeSealed', data: {}, rawBody: body });
	});
});

it('a forged event gets a fixed answer and leaves no mark', async () => {
	const staticData = {};
	const seen = await deliver(BODY, { key: { ...KEY, secret: 'guess' }, staticData });

	expect(seen).toMatchObject(tryAgain(REASONS.mismatch));
	expect(itemOf(seen)).toBeUndefined();
	expect(staticData).toEqual({});
});

it.each([
	['is missing', async () => {}],
	['breaks', async () => await Promise.reject(new Error('aborted'))],
])('an event is asked for again when its raw body %s', async (_, readRawBody) => {
	const getRequestObject = () => ({
		method: 'POST',
		originalUrl: '/',
		headers: JSON_TYPE,
		readRawBody,
	});

	expect(await arrives({ broken: { getRequestObject } })).toMatchObject(tryAgain(REASONS.ownFault));
});

it.each([
	{ 'content-type': 'multipart/form-data; boundary=x' },
	{ ...JSON_TYPE, 'content-encoding': 'br' },
])('an event in a form that n8n unpacks is asked for again: %j', async (headers) => {
	const seen = await arrives({ headers: { ...headers } });

	expect(seen).toMatchObject(tryAgain(REASONS.encoded));
});

describe('a request that is no event', () => {
	it.each(['webhook', 'manual'])('by GET or HEAD gets 200 and starts nothing: %s', async (mode) => {
		const seen = await arrives({
			broken: { getWebhookName: () => 'setup', getMode: () => mode },
		});

		expect(seen).toMatchObject({ ...ANSWERS.ready, result: { noWebhookResponse: true } });
	});

	it('gets 400 if it is no JSON, although it is authenticated', async () => {
		expect(await deliver('{"id":1')).toMatchObject(ANSWERS.unreadable);
	});

	it('is answered as plain text that no browser takes for anything else', async () => {
		const { answerHeaders } = await arrives({ headers: JSON_TYPE, body: Buffer.from('<b>') });

		expect(answerHeaders).toEqual({
			'Content-Type': 'text/plain; charset=utf-8',
			'X-Content-Type-Options': 'nosniff',
			'Cache-Control': 'no-store',
		});
	});
});

it('an event that is filtered out does not count as received', async () => {
	const shared = { workflow: 'filters', staticData: {} };
	const filtered = await deliver(BODY, { ...shared, parameters: { events: ['EnvelopeCreated'] } });
	const wanted = await deliver(BODY, shared);

	expect(itemOf(filtered)).toBeUndefined();
	expect(itemOf(wanted)).toMatchObject({ id: '1' });
});

it('the envelope is read only for an event that is wanted, if asked for', async () => {
	const getCredentials = jest.fn(async () => await Promise.reject(new Error('away')));
	const receive = async (parameters: object) =>
		await deliver(BODY, {
			parameters: { verification: 'none', ...parameters },
			broken: { getCredentials },
		});
	await receive({});
	await receive({ events: ['EnvelopeCreated'], options: { attachEnvelope: true } });
	expect(getCredentials).not.toHaveBeenCalled();

	const seen = await receive({ options: { attachEnvelope: true } });
	expect(itemOf(seen)).toMatchObject({ id: '1', envelopeError: expect.any(String) });
});

describe('a late event', () => {
	const receive = async (secondsAgo: number, options: object = {}) => {
		const sent: Sent = { at: Date.now() - secondsAgo * 1000, parameters: { options } };
		const seen = await deliver(BODY, sent);
		return { ...seen, item: itemOf(seen) };
	};

	it.each([
		[290, undefined],
		[310, true],
		[-310, true],
	])('signed %i seconds ago has late: %s', async (seconds, late) => {
		const { item } = await receive(seconds);

		expect(item).toMatchObject({ id: '1' });
		expect(item?.late).toBe(late);
	});

	it('is in time in a larger window, and received but dropped if late ones are not wanted', async () => {
		const options = { timeWindow: 90, emitLateEvents: false };

		expect((await receive(3600, options)).item).not.toHaveProperty('late');
		expect(await receive(3 * 3600, options)).toMatchObject({
			...ANSWERS.received,
			item: undefined,
		});
	});
});

it('accepts everything only if that was chosen, even without a credential', async () => {
	const request = { headers: JSON_TYPE, body: Buffer.from(BODY) };
	const getCredentials = async () => await Promise.reject(new Error('gone'));
	const open = { parameters: { verification: 'none' }, broken: { getCredentials } };

	expect(await arrives(request)).toMatchObject({ status: 401 });
	expect(itemOf(await arrives({ ...request, ...open }))).toMatchObject({ id: '1' });
});

it('keeps the secret out of answers, items, kept data and the log', async () => {
	const staticData = {};
	const accepted = await deliver(BODY, { staticData });
	const refused = await deliver(BODY, { key: { ...KEY, secret: 'guess' } });

	expect(refused.log).not.toEqual([]);
	expect(JSON.stringify([accepted, refused, staticData])).not.toContain(KEY.secret);
});

describe('a fault of n8n or of the node', () => {
	const fails = () => {
		throw new Error('canary');
	};

	it('is answered with 503, so that the event comes again', async () => {
		const seen = await arrives({ broken: { getRequestObject: fails } });

		expect(seen).toMatchObject({
			...tryAgain(REASONS.ownFault),
			result: { noWebhookResponse: true },
		});
		expect(seen.log).toContain(`E-Signature Trigger: ${REASONS.ownFault}`);
	});

	it('does not mark the event as received', async () => {
		const staticData = {};
		let calls = 0;
		const { status } = await arrives({
			body: Buffer.from(BODY),
			parameters: { verification: 'none' },
			// The first call looks for the mark, the second one is to write it.
			broken: { getWorkflowStaticData: () => (++calls > 1 ? fails() : staticData) },
		});

		expect(status).toBe(503);
		expect(staticData).toEqual({});
	});
});
