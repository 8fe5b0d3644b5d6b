import type { IWebhookFunctions } from 'n8n-workflow';

import { ANSWERS } from '../../../../nodes/ESignature/trigger/texts/texts';
import { handled, type Given } from './plainHost';
import { signed } from './sender';

const url = 'https://n8n.example.com/webhook/1/webhook';
const fails = () => {
	throw new Error('a fault of our own');
};
const request: Given = {
	url,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from('{"id":"1","type":"A"}'),
	parameters: { verification: 'none' },
};

/** What the credential is needed for: it is not read for a request without a signature. */
const genuine: Given = {
	...request,
	headers: Object.fromEntries(
		signed(new URL(url).pathname, { body: '{"id":"1","type":"A"}' }).headers.map(
			([name, value]) => [name.toLowerCase(), value],
		),
	),
	parameters: { verification: 'httpMessageSignature' },
	credentials: { clientId: 'a', clientSecret: 'b' },
};

/** Every call of n8n that the handler makes before it answers. */
const CALLS: Array<keyof IWebhookFunctions> = [
	'getWebhookName',
	'getRequestObject',
	'getNodeParameter',
	'getWorkflowStaticData',
	'getWorkflow',
	'getNode',
	'getMode',
];

it.each(CALLS)('asks for the event again when %s fails', async (name) => {
	const { status, text, result } = await handled({ ...request, broken: { [name]: fails } });

	expect({ status, text }).toEqual(ANSWERS.notNow);
	expect(result).toEqual({ noWebhookResponse: true });
});

it.each(['getCredentials', 'getNodeWebhookUrl', 'getWebhookResourceUrl'] as const)(
	'asks for the event again when %s fails while the signature is verified',
	async (name) => {
		const { status, result } = await handled({ ...genuine, broken: { [name]: fails } });

		expect(status).toBe(503);
		expect(result).toEqual({ noWebhookResponse: true });
	},
);

it.each([undefined, '', 'not a web address', 'ftp://a/b'])(
	'asks for the event again when the address of the webhook is %s',
	async (address) => {
		const { status, log } = await handled({
			...genuine,
			broken: { getNodeWebhookUrl: () => address, getWebhookResourceUrl: () => address },
		});

		expect(status).toBe(503);
		expect(log.join()).toContain('WEBHOOK_URL');
	},
);

it('does not remember an event that it could not hand on', async () => {
	const staticData = {};
	let calls = 0;
	const broken = {
		// The first look is for duplicates, the last one is to remember.
		getWorkflowStaticData: () => (++calls > 1 ? fails() : staticData),
	};
	const { status } = await handled({ ...request, staticData, broken });

	expect(status).toBe(503);
	expect(staticData).toEqual({});
});

it('passes an event on where nothing is wrong, so that the cases above say something', async () => {
	const { status, result } = await handled(request);

	expect(status).toBeUndefined();
	expect(result?.workflowData).toEqual([[{ json: { id: '1', type: 'A', data: {} } }]]);
});

it('reads no credential for a request that nobody signed', async () => {
	const read = jest.fn(async () => ({}));
	const { status } = await handled({
		...request,
		parameters: { verification: 'httpMessageSignature' },
		broken: { getCredentials: read },
	});

	expect(status).toBe(401);
	expect(read).not.toHaveBeenCalled();
});
