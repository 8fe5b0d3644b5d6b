/* eslint-disable @n8n/community-nodes/no-restricted-globals, no-console, @n8n/community-nodes/no-restricted-imports -- a program of its own, so that its memory is only its own */
import { join } from 'node:path';
import { memoryUsage } from 'node:process';

import { createEngine } from './engine';

const MB = 1024 * 1024;

/** Downloads a small, then a large file; prints by how much the large one raised the memory. */
async function main(
	[baseUrl = '', clientId = '', clientSecret = '', small = '', large = ''] = process.argv.slice(2),
) {
	// The built package, as users run it.
	const packageDir = join(__dirname, '..', '..');
	const engine = await createEngine({
		credential: { baseUrl, clientId, clientSecret },
		packageDir,
	});
	const download = async (ID: string) =>
		await engine.run({
			resource: 'envelope',
			operation: 'downloadSealed',
			envelopeId: { __rl: true, mode: 'id', value: ID },
			binaryPropertyName: 'data',
		});
	for (let warmUp = 0; warmUp < 3; warmUp++) await download(small);
	const before = memoryUsage.rss();
	let peak = before;
	const probe = setInterval(() => (peak = Math.max(peak, memoryUsage.rss())), 20);
	const { items, error } = await download(large);
	clearInterval(probe);
	console.log(
		JSON.stringify({ json: items[0]?.json, error: error?.message, rise: (peak - before) / MB }),
	);
	await engine.close();
}

void main();
