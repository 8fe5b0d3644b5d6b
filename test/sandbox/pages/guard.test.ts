/* eslint-disable @n8n/community-nodes/no-restricted-imports -- fetch does not let a caller choose the Host header */
import { request } from 'node:http';

import { createSandbox, type Sandbox } from '../../../sandbox';
import { Visitor } from './visitor';

let sandbox: Sandbox;
let visitor: Visitor;

beforeAll(async () => {
	sandbox = await createSandbox();
	visitor = new Visitor(sandbox);
});
beforeEach(async () => await sandbox.reset());
afterAll(async () => await sandbox.close());

const statusFor = async (host: string, path: string) =>
	await new Promise<number | undefined>((resolve, reject) => {
		request(new URL(path, sandbox.url), { headers: { host } }, (incoming) => {
			incoming.resume();
			resolve(incoming.statusCode);
		})
			.once('error', reject)
			.end();
	});

describe('a form that did not come from the sandbox', () => {
	it.each<Record<string, string>>([
		{ 'Sec-Fetch-Site': 'cross-site' },
		{ 'Sec-Fetch-Site': 'same-site' },
		{ 'Sec-Fetch-Site': 'none' },
		{ Origin: 'http://evil.example' },
		{ Origin: 'null' },
		{},
	])('changes nothing when its headers are %j', async (headers) => {
		const envelope = sandbox.control.envelope({ status: 'sent' });
		const url = sandbox.control.signingUrl(envelope.ID, envelope.participants[0]!.ID);
		const secret = sandbox.clientSecret;
		expect((await visitor.post(url, { action: 'sign' }, headers)).status).toBe(403);
		expect((await visitor.post('/admin', { action: 'rotate' }, headers)).status).toBe(403);
		expect((await visitor.post('/admin', { action: 'reveal' }, headers)).html).not.toMatch(secret);
		expect(envelope.status).toBe('sent');
		expect(sandbox.clientSecret).toBe(secret);
	});

	it('is told from one of a browser that names the origin only', async () => {
		const before = sandbox.clientSecret;
		const { status } = await visitor.post('/admin', { action: 'rotate' }, { Origin: sandbox.url });
		expect(status).toBe(200);
		expect(sandbox.clientSecret).not.toBe(before);
	});

	it('cannot be a link', async () => {
		const before = sandbox.clientSecret;
		await visitor.get('/admin?action=rotate');
		expect(sandbox.clientSecret).toBe(before);
	});
});

it('answers under the names of this machine only', async () => {
	for (const path of ['/', '/admin', '/signing/x/y', '/sign/envelopes', '/nothing']) {
		expect(await statusFor('sandbox.evil.example', path)).toBe(403);
	}
	expect(await statusFor('localhost:1234', '/')).toBe(200);
	expect(await statusFor('[::1]:1234', '/admin')).toBe(200);
	expect(await statusFor('LOCALHOST', '/sign/envelopes')).toBe(401);
});
