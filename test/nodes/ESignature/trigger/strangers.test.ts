/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- time of the processor, not of the wall */
import { createHmac } from 'crypto';
import { cpuUsage } from 'node:process';

import { readableMembers } from '../../../../nodes/ESignature/trigger/signature/structuredFields';
import { REASONS } from '../../../../nodes/ESignature/trigger/texts/texts';
import { handled } from './plainHost';
import { KEY, sha, signed } from './sender';

const PATH = '/webhook/1/webhook';
const URL = `https://n8n.example.com${PATH}`;
const credentials = { clientId: KEY.id, clientSecret: KEY.secret };
const parameters = { verification: 'httpMessageSignature' };

/** The least of some runs: others use the machine as well. */
async function cost(work: () => unknown): Promise<number> {
	await work();
	let least = Infinity;
	for (let run = 0; run < 4; run++) {
		const start = cpuUsage();
		await work();
		const { user, system } = cpuUsage(start);
		least = Math.min(least, user + system);
	}
	return least;
}

/** Well formed, with digest and coverage, which takes no secret. */
async function madeUp(signatures: number, headers: number) {
	const body = '{}';
	const labels = Array.from({ length: signatures }, (_, at) => `a${at}`);
	const value = (label: string) => createHmac('sha256', 'x').update(label).digest('base64');
	const rawHeaders = [
		...['Host', 'n8n.example.com', 'Content-Type', 'application/json'],
		...['Content-Digest', sha('256', body)],
		...[
			'Signature-Input',
			labels.map((label) => `${label}=("@method" "@path" "content-digest")`).join(','),
		],
		...['Signature', labels.map((label) => `${label}=:${value(label)}:`).join(',')],
		...Array.from({ length: headers }, (_, at) => [`x${at}url`, '/']).flat(),
	];
	const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
	return await handled({
		url: URL,
		rawHeaders,
		headers: Object.fromEntries(names.map((name, at) => [name, rawHeaders[2 * at + 1] ?? ''])),
		body: Buffer.from(body),
		parameters,
		credentials,
	});
}

describe('a stranger who knows the URL', () => {
	it('does not make the node work long by many signatures and headers', async () => {
		const one = await cost(async () => await madeUp(1, 0));
		const many = await cost(async () => await madeUp(40, 900));

		// It was 350 times as much, seconds of it, when each signature went through all headers for each header.
		expect(many / one).toBeLessThan(60);
		expect((await madeUp(40, 900)).status).toBe(503);
		expect((await madeUp(1, 0)).status).toBe(401);
	});

	it('does not make it work long by members that cannot be read', async () => {
		const members = await cost(() => readableMembers('a=1,'.repeat(4_000)));
		for (const broken of [',', 'a=(,', 'a=:,', '!,']) {
			const commas = await cost(() => readableMembers(broken.repeat(16_000 / broken.length)));
			expect(commas / members).toBeLessThan(3);
		}
	});

	it('may stand before the service, up to a point', () => {
		expect([...readableMembers(`${'!,'.repeat(100)}sig=1`).keys()]).toEqual(['sig']);
		expect([...readableMembers(`${'!,'.repeat(101)}sig=1`).keys()]).toEqual([]);
	});
});

const lower = (headers: ReadonlyArray<readonly [string, string]>) =>
	Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

async function genuine(given: Partial<Parameters<typeof handled>[0]>, manner = {}) {
	const body = JSON.stringify({ id: String(Math.random()), type: 'A', data: {} });
	const { headers } = signed(PATH, { body, ...manner });
	return await handled({
		...{ url: URL, parameters, credentials, ...given },
		headers: lower(headers),
		body: Buffer.from(body),
	});
}

it('asks for an event again when the credential cannot be read in time, and reads it for the next', async () => {
	jest.useFakeTimers({ doNotFake: ['performance', 'Date'] });
	try {
		const workflow = 'hanging';
		const hanging = { getCredentials: async () => await new Promise(() => {}) };
		const first = genuine({ workflow, broken: hanging });
		await jest.advanceTimersByTimeAsync(5_000);

		expect(await first).toMatchObject({ status: 503 });
		expect((await first).log.join()).toContain(REASONS.credential);
	} finally {
		jest.useRealTimers();
	}
});

it('says in the log that events are dropped for their age', async () => {
	const old = Math.floor(Date.now() / 1000) - 3_600;
	const parameters = { verification: 'httpMessageSignature', options: { emitLateEvents: false } };
	const seen = await genuine({ parameters }, { parameters: `;created=${old};keyid="${KEY.id}"` });

	expect(seen.status).toBe(200);
	expect(seen.result?.workflowData).toBeUndefined();
	expect(seen.log.join()).toContain(REASONS.late);
});

it('runs an event once also if what n8n kept of it is lost, and its claim was pushed out', async () => {
	const send = async (workflow: string, id: string) => {
		const seen = await handled({
			...{ url: URL, workflow, parameters: { verification: 'none' }, staticData: {} },
			headers: { 'content-type': 'application/json' },
			body: Buffer.from(JSON.stringify({ id, type: 'A', data: {} })),
		});
		await new Promise((resolve) => setImmediate(resolve));
		return seen.result?.workflowData !== undefined;
	};
	expect([await send('one', 'X'), await send('one', 'X')]).toEqual([true, false]);
	for (let at = 0; at < 5_001; at++) await send('other', `e${at}`);

	expect(await send('one', 'X')).toBe(false);
});
