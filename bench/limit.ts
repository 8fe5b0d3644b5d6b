/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
// The same work as a bare script: axios, kept-alive connections, the best shape of calls. Prints milliseconds.
// Where the node reads first what is there (so that a lost answer is recognized, and no other's field is taken for its own), so does the script.
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

async function list(path: string): Promise<void> {
	let params: object = {};
	for (;;) {
		const { data } = await client.get<{ nextPage?: string }>(path, { params });
		if (data.nextPage === undefined) return;
		params = { pageAfter: data.nextPage };
	}
}

/** The most that the service takes in one request. */
const MOST = 200;
const inParts = (count: number) =>
	Array.from({ length: Math.ceil(count / MOST) }, (_, part) => ({
		from: part * MOST,
		length: Math.min(MOST, count - part * MOST),
	}));

const FIELDS = (n: number) => `${ID(0)}/documents/${idOf(n, '4001')}/fields`;

const bulk = async (path: string, entries: unknown[]) =>
	await client.post(path, { items: entries });

const WORK: Record<string, (times: number) => Promise<void>> = {
	get: async (times) => await all(times, async (n) => await client.get(ID(n))),
	participants: async (times) =>
		await all(5, async (n) => {
			await list(`${ID(n)}/participants`);
			await bulk(
				`${ID(n)}/participants`,
				Array.from({ length: times / 5 }, (_, k) => ({
					email: `p${n}-${k}@example.com`,
					role: 'signer',
				})),
			);
		}),
	fields: async (times) =>
		await all(2, async (n) => {
			for (const { length } of inParts(times / 2)) {
				await list(FIELDS(n));
				await bulk(
					FIELDS(n),
					Array.from({ length }, () => ({ type: 'signature', page: 1 })),
				);
			}
		}),
	delete: async (times) => {
		await list(FIELDS(0));
		for (const { from, length } of inParts(times)) {
			await bulk(
				`${FIELDS(0)}:batch-delete`,
				Array.from({ length }, (_, n) => idOf(from + n, '4003')),
			);
		}
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
		}),
	list: async () => await list('/sign/envelopes'),
};

async function main(): Promise<void> {
	await client.post('/oauth/token', {});
	const began = performance.now();
	await WORK[what]?.(Number(count));
	process.stdout.write(`${performance.now() - began}\n`);
	rmSync(folder, { recursive: true, force: true });
	httpAgent.destroy();
}

void main();
