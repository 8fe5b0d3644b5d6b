import type { IDataObject } from 'n8n-workflow';

import { ANSWERS, REASONS } from '../../../../nodes/ESignature/trigger/texts';
import { signedHeaders } from '../../../../sandbox/webhooks/signature';
import { webhookServer, type WebhookServer } from '../../../support/webhookServer';
import { CREDENTIAL, deliver, ENVELOPE_ID, eventOf, KEY, sendTo } from './delivery';
import { handled } from './plainHost';

let server: WebhookServer;

beforeEach(async () => {
	server = await webhookServer(CREDENTIAL);
});
afterEach(async () => await server.close());

const types = () => server.runs.map(({ type }) => type);

describe('an authentic event', () => {
	it('starts a run and is answered with an empty 200', async () => {
		const event = eventOf('EnvelopeSealed');
		const reply = await deliver(server.url, event);

		expect(reply).toMatchObject({ status: 200, text: '' });
		expect(server.runs).toEqual([{ ...event, envelopeId: ENVELOPE_ID }]);
	});

	it('comes with the body as it was sent, if asked for', async () => {
		server.set({ options: { includeRawBody: true } });
		const body = `{ "id": "1",\n"type":"EnvelopeSealed", "new": "\u00e9" }`;
		await deliver(server.url, body);

		expect(server.runs).toEqual([{ id: '1', type: 'EnvelopeSealed', data: {}, rawBody: body }]);
	});

	it('is accepted at the test URL while somebody listens there, as often as it is sent', async () => {
		const event = eventOf('EnvelopeSealed');
		await deliver(server.testUrl, event);
		await deliver(server.testUrl, event);

		expect(types()).toEqual(['EnvelopeSealed', 'EnvelopeSealed']);
		expect(server.staticData()).toEqual({});
	});
});

describe('a forged event', () => {
	const forged = { status: 401, text: ANSWERS.forged.text };

	it('with another secret gets a fixed 401 and starts nothing', async () => {
		const key = { ...KEY, secret: 'guess' };

		expect(await deliver(server.url, eventOf('EnvelopeSealed'), { key })).toMatchObject(forged);
		expect(server.runs).toEqual([]);
		expect(server.staticData()).toEqual({});
	});

	it('with another body under the headers of an authentic one is refused', async () => {
		const body = JSON.stringify(eventOf('EnvelopeSealed'));
		const headers = await signedHeaders(new URL(server.url), body, KEY, Date.now());
		const other = body.replace('Sealed', 'Seated');

		expect(await sendTo(server.url, { headers, body: other })).toMatchObject(forged);
		expect(await sendTo(server.url, { headers, body })).toMatchObject({ status: 200 });
		expect(types()).toEqual(['EnvelopeSealed']);
	});
});

describe('an event that cannot be verified', () => {
	const later = { status: 503, text: ANSWERS.notNow.text };

	it('is asked for again while the credential is gone, and taken when it is back', async () => {
		const event = eventOf('EnvelopeSealed');
		server.useCredential(false);
		expect(await deliver(server.url, event)).toMatchObject(later);
		expect(server.runs).toEqual([]);

		server.useCredential(true);
		expect(await deliver(server.url, event)).toMatchObject({ status: 200 });
		expect(types()).toEqual(['EnvelopeSealed']);
	});

	it.each([
		['is missing', async () => {}],
		['breaks', async () => await Promise.reject(new Error('aborted'))],
	])('is asked for again when its raw body %s', async (_, readRawBody) => {
		const url = 'https://n8n.example.com/webhook/1/webhook';
		const headers = { 'content-type': 'application/json' };
		const { status, text } = await handled({
			url,
			broken: {
				getRequestObject: () => ({ method: 'POST', originalUrl: '/', headers, readRawBody }),
			},
		});

		expect({ status, text }).toEqual(later);
	});
});

describe('a request that is no event', () => {
	const json = { 'Content-Type': 'application/json' };

	it.each(['GET', 'HEAD'])('by %s is answered with 200 and starts nothing', async (method) => {
		const reply = await sendTo(server.url, { method });

		expect(reply.status).toBe(200);
		expect(reply.text).toBe(method === 'GET' ? ANSWERS.ready.text : '');
		expect(server.runs).toEqual([]);
	});

	it.each([
		{ 'Content-Type': 'multipart/form-data; boundary=x' },
		{ ...json, 'Content-Encoding': 'br' },
	])('in a form that n8n unpacks gets 415: %j', async (headers) => {
		const reply = await sendTo(server.url, { headers: { ...headers }, body: 'x' });

		expect(reply).toMatchObject({ status: 415, text: ANSWERS.notJson.text });
	});

	it('gets 400 if it is no JSON, although it is authenticated', async () => {
		server.set({ verification: 'sharedSecretHeader' });
		server.credential.edit({ webhookSecret: 's3cret' });
		const headers = { ...json, 'X-Webhook-Secret': 's3cret' };

		const reply = await sendTo(server.url, { headers, body: '{"id":1' });
		expect(reply).toMatchObject({ status: 400, text: ANSWERS.unreadable.text });
		expect(server.runs).toEqual([]);
	});

	it('is answered as plain text that no browser takes for anything else', async () => {
		const { headers } = await sendTo(server.url, { headers: json, body: '<b>' });

		expect(headers).toMatchObject({
			'content-type': 'text/plain; charset=utf-8',
			'x-content-type-options': 'nosniff',
			'cache-control': 'no-store',
		});
	});
});

describe('filters', () => {
	it('do not make an event count as seen', async () => {
		server.set({ events: ['EnvelopeSealed'] });
		const event = eventOf('EnvelopeCreated');
		await deliver(server.url, event);
		server.set({ events: ['*'] });
		await deliver(server.url, event);

		expect(types()).toEqual(['EnvelopeCreated']);
	});
});

describe('a late event', () => {
	const ago = (seconds: number) => ({ at: Date.now() - seconds * 1000 });

	it.each([
		[290, undefined],
		[310, true],
		[-310, true],
	])('signed %i seconds ago has late: %s', async (seconds, late) => {
		expect(await deliver(server.url, eventOf('A'), ago(seconds))).toMatchObject({ status: 200 });
		expect(server.runs.map((run: IDataObject) => run.late)).toEqual([late]);
	});

	it('is in time in a larger window, and received but dropped if late ones are not wanted', async () => {
		server.set({ options: { timeWindow: 90, emitLateEvents: false } });
		expect(await deliver(server.url, eventOf('A'), ago(3600))).toMatchObject({ status: 200 });
		expect(await deliver(server.url, eventOf('B'), ago(3 * 3600))).toMatchObject({ status: 200 });

		expect(server.runs).toEqual([expect.not.objectContaining({ late: true })]);
		expect(types()).toEqual(['A']);
	});
});

it('accepts everything only if that was chosen, even without a credential', async () => {
	const request = {
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(eventOf('A')),
	};
	expect(await sendTo(server.url, request)).toMatchObject({ status: 401 });
	server.set({ verification: 'none' });
	server.useCredential(false);
	expect(await sendTo(server.url, request)).toMatchObject({ status: 200 });

	expect(types()).toEqual(['A']);
});

it('keeps the secret out of answers, items, kept data and the log', async () => {
	await deliver(server.url, eventOf('A'));
	await deliver(server.url, eventOf('B'), { key: { ...KEY, secret: 'guess' } });

	const seen = JSON.stringify([server.runs, server.log, server.staticData()]);
	expect(server.log).not.toEqual([]);
	expect(seen).not.toContain(KEY.secret);
});

describe('a fault of n8n or of the node', () => {
	const fails = () => {
		throw new Error('canary');
	};

	it('is answered with 503, so that the event comes again', async () => {
		const { status, text, result, log } = await handled({
			url: 'https://n8n.example.com/webhook/1/webhook',
			broken: { getRequestObject: fails },
		});

		expect({ status, text }).toEqual(ANSWERS.notNow);
		expect(result).toEqual({ noWebhookResponse: true });
		expect(log).toContain(`E-Signature Trigger: ${REASONS.ownFault}`);
	});

	it('does not mark the event as received', async () => {
		const staticData = {};
		let calls = 0;
		const { status } = await handled({
			url: 'https://n8n.example.com/webhook/1/webhook',
			body: Buffer.from('{"id":"1","type":"A"}'),
			parameters: { verification: 'none' },
			// The first call looks for the mark, the second one is to write it.
			broken: { getWorkflowStaticData: () => (++calls > 1 ? fails() : staticData) },
		});

		expect(status).toBe(503);
		expect(staticData).toEqual({});
	});
});
