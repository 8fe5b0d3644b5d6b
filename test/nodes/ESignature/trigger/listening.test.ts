import {
	IGNORED_IN_PRODUCTION,
	REASONS,
	REJECTED,
} from '../../../../nodes/ESignature/trigger/texts';
import { handled, type Given } from './plainHost';

const SECRET = { 'x-webhook-secret': 'shared' };

const arrives = async (given: Partial<Given> = {}) =>
	await handled({
		url: 'https://n8n.example.com/webhook-test/1/webhook',
		headers: SECRET,
		body: Buffer.from('{"id":"1","type":"EnvelopeSealed"}'),
		credentials: { webhookSecret: 'shared' },
		...given,
		parameters: { verification: 'sharedSecretHeader', ...given.parameters },
		broken: { getMode: () => 'manual', ...given.broken },
	});

const itemOf = async (parameters: object) =>
	(await arrives({ parameters: { ...parameters } })).result?.workflowData?.[0]?.[0]?.json;

describe('a user who listens in the editor', () => {
	it.each([
		[{ events: ['EnvelopeSentForSignature'] }],
		[{ options: { envelopeIds: ['another'] } }],
	])('sees an event that %j leaves out, with a note that production ignores it', async (filter) => {
		expect(await itemOf(filter)).toEqual({
			id: '1',
			type: 'EnvelopeSealed',
			data: {},
			testNote: IGNORED_IN_PRODUCTION,
		});
	});

	it('sees an event as often as it is sent, and it is not marked as received', async () => {
		const shared = { workflow: 'listening', staticData: {} };
		const seen = [await arrives(shared), await arrives(shared)];

		expect(seen.map(({ result }) => result?.workflowData?.length)).toEqual([1, 1]);
		expect(shared.staticData).toEqual({});
	});

	it('sees an event that is wanted without a note', async () => {
		expect(await itemOf({ events: ['EnvelopeSealed'] })).not.toHaveProperty('testNote');
	});

	it.each<[string, Partial<Given>, string]>([
		['a wrong secret', { headers: { 'x-webhook-secret': 'x' } }, REASONS.wrongSecret],
		['content that is no event', { body: Buffer.from('[]') }, REASONS.notEvent],
		['several parts', { headers: { 'content-type': 'multipart/mixed' } }, REASONS.encoded],
	])('is told why a request with %s was rejected', async (_, given, description) => {
		await expect(arrives(given)).rejects.toMatchObject({ message: REJECTED, description });
	});
});

it('in production a rejection is an answer, not a failed run', async () => {
	const { status, result } = await arrives({ headers: {}, broken: { getMode: () => 'webhook' } });

	expect([status, result]).toEqual([401, { noWebhookResponse: true }]);
});

it.each<[string, Partial<Given>, number, string]>([
	['no secret, as scanners send it, is no warning', { headers: {} }, 0, REASONS.noSecret],
	[
		'no signature, as scanners send it, is no warning',
		{
			headers: {},
			parameters: { verification: 'httpMessageSignature' },
			credentials: { clientSecret: 'x' },
		},
		0,
		REASONS.unsigned,
	],
	['a wrong secret is a warning', { headers: { 'x-webhook-secret': 'x' } }, 1, REASONS.wrongSecret],
])('in the log, a request with %s', async (_, given, count, reason) => {
	const { log, warnings } = await arrives({ ...given, broken: { getMode: () => 'webhook' } });

	expect(warnings).toHaveLength(count);
	expect(log).toContain(`E-Signature Trigger: ${reason}`);
});
