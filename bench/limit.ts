// The same requests from a bare script: axios, kept-alive connections. Prints milliseconds.
import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import axios from 'axios';

import { idOf } from './counts';

const [baseURL = '', what = '', times = '1', atOnce = '8'] = process.argv.slice(2);
const httpAgent = new Agent({ keepAlive: true });
const client = axios.create({ baseURL, httpAgent, maxContentLength: Infinity });
const folder = mkdtempSync(join(tmpdir(), 'esignature-bench-'));
const pathOf = (n: number) => `/sign/envelopes/${idOf(n)}`;

async function forEach(work: (n: number) => Promise<unknown>): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < Number(times)) await work(next++);
	};
	await Promise.all(Array.from({ length: Number(atOnce) }, worker));
}

async function download(n: number): Promise<void> {
	const path = `${pathOf(n)}:download-audit-trail`;
	const { data } = await client.get<Readable>(path, { responseType: 'stream' });
	const hash = createHash('sha256');
	data.on('data', (chunk: Buffer) => hash.update(chunk));
	await pipeline(data, createWriteStream(join(folder, `${n}.pdf`)));
	hash.digest('hex');
}

async function list(): Promise<void> {
	for (let params = {}; ;) {
		const { data } = await client.get<{ nextPage?: string }>('/sign/envelopes', { params });
		if (data.nextPage === undefined) return;
		params = { pageAfter: data.nextPage };
	}
}

const WORK: Record<string, () => Promise<void>> = {
	get: async () => await forEach(async (n) => await client.get(pathOf(n))),
	audit: async () => await forEach(download),
	list,
};

async function main(): Promise<void> {
	const began = performance.now();
	await WORK[what]?.();
	process.stdout.write(`${performance.now() - began}\n`);
	rmSync(folder, { recursive: true, force: true });
	httpAgent.destroy();
}

void main();
