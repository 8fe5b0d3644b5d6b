/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
// The same work as a bare script: axios, kept-alive connections, the best shape of calls. Prints milliseconds.
import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import axios from 'axios';

import { idOf } from './shared';

const [baseURL = '', what = '', count = '1', atOnce = '8'] = process.argv.slice(2);
const httpAgent = new Agent({ keepAlive: true, maxSockets: Number(atOnce) });
const client = axios.create({ baseURL, httpAgent, maxContentLength: Infinity });
const folder = mkdtempSync(join(tmpdir(), 'esignature-bench-'));
const ID = (n: number) => `/sign/envelopes/${idOf(n)}`;

async function all(times: number, work: (n: number) => Promise<unknown>): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < times) await work(next++);
	};
	await Promise.all(Array.from({ length: Number(atOnce) }, worker));
}

async function download(path: string, n: number): Promise<void> {
	const { data } = await client.get<Readable>(path, { responseType: 'stream' });
	const hash = createHash('sha256');
	const hashed = async function* (source: AsyncIterable<Buffer>) {
		for await (const chunk of source) {
			hash.update(chunk);
			yield chunk;
		}
	};
	await pipeline(data, hashed, createWriteStream(join(folder, `${n}${path.split(':')[1]}`)));
	hash.digest('hex');
}

const bulk = async (path: string, entries: object[]) => await client.post(path, { items: entries });

const WORK: Record<string, (times: number) => Promise<void>> = {
	get: async (times) => await all(times, async (n) => await client.get(ID(n))),
	participants: async (times) =>
		await all(
			5,
			async (n) =>
				await bulk(
					`${ID(n)}/participants`,
					Array.from({ length: times / 5 }, (_, k) => ({
						email: `p${n}-${k}@example.com`,
						role: 'signer',
					})),
				),
		),
	fields: async (times) =>
		await all(
			2,
			async (n) =>
				await bulk(
					`${ID(0)}/documents/${idOf(n, '4001')}/fields`,
					Array.from({ length: times / 2 }, () => ({ type: 'signature', page: 1 })),
				),
		),
	delete: async (times) => {
		const entries = Array.from({ length: times }, (_, n) => idOf(n, '4003'));
		await client.post(`${ID(0)}/documents/${idOf(0, '4001')}/fields:batch-delete`, {
			items: entries,
		});
	},
	audit: async (times) =>
		await all(times, async (n) => await download(`${ID(n)}:download-audit-trail`, n)),
	file: async (times) =>
		await all(times, async (n) => await download(`${ID(n)}:download-sealed`, n)),
	evidence: async (times) =>
		await all(times, async (n) => {
			await client.get(ID(n));
			await Promise.all([
				client.get(`${ID(n)}/documents`),
				client.get(`${ID(n)}/participants`),
				download(`${ID(n)}:download-sealed`, n),
				download(`${ID(n)}:download-audit-trail`, n),
			]);
			await client.get(ID(n));
		}),
	list: async () => {
		let params: object = {};
		for (;;) {
			const { data } = await client.get<{ nextPage?: string }>('/sign/envelopes', { params });
			if (data.nextPage === undefined) return;
			params = { pageAfter: data.nextPage };
		}
	},
};

/** As other connectors do it: one call for each item. */
const EACH: typeof WORK = {
	get: WORK.get as (typeof WORK)[string],
	participants: async (times) =>
		await all(times, async (n) => {
			const participant = { email: `p${n}@example.com`, role: 'signer' };
			await client.post(`${ID(n % 5)}/participants`, participant);
		}),
	fields: async (times) =>
		await all(times, async (n) => {
			const field = { type: 'signature', page: 1 };
			await client.post(`${ID(0)}/documents/${idOf(n % 2, '4001')}/fields`, field);
		}),
	delete: async (times) =>
		await all(times, async (n) => {
			await client.delete(`${ID(0)}/documents/${idOf(0, '4001')}/fields/${idOf(n, '4003')}`);
		}),
	audit: WORK.audit as (typeof WORK)[string],
	evidence: async (times) =>
		await all(times, async (n) => {
			await download(`${ID(n)}:download-sealed`, n);
			await download(`${ID(n)}:download-audit-trail`, n);
		}),
};

async function main(): Promise<void> {
	await client.post('/oauth/token', {});
	const began = performance.now();
	const isEach = what.endsWith('Each');
	await (isEach ? EACH[what.slice(0, -4)] : WORK[what])?.(Number(count));
	process.stdout.write(`${performance.now() - began}\n`);
	rmSync(folder, { recursive: true, force: true });
	httpAgent.destroy();
}

void main();
