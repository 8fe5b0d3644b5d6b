/* eslint-disable @n8n/community-nodes/no-restricted-globals, no-console, @n8n/community-nodes/no-restricted-imports -- a program of its own, so that its memory is only its own */
import { join } from 'node:path';
import { memoryUsage } from 'node:process';

import { createEngine } from './engine';
import { localServer } from './localServer';

const PER_PAGE = 50;
/** What the service may send beyond the contract: it makes the pages heavy. */
const UNKNOWN = 'x'.repeat(5_000);

/** The n-th envelope of the account; one in a thousand is sealed. */
const envelope = (n: number) => ({
	ID: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
	name: `Contract ${n}`,
	status: n % 1_000 === 0 ? 'sealed' : 'sent',
	createdAt: '2026-01-01T00:00:00.000Z',
	lastModifiedAt: '2026-01-01T00:00:00.000Z',
	note: `${n} ${UNKNOWN}`,
});

/**
 * Filters as many envelopes as asked for; prints how many bytes had passed, and how many were held,
 * when the page with each of the wanted numbers was asked for. Pages are made when they are asked for,
 * in this same process, where nothing else runs at that moment.
 */
async function main([total = 0, ...wanted] = process.argv.slice(2).map(Number)) {
	const measured: Array<{ read: number; passed: number; held: number }> = [];
	let passed = 0;
	const server = await localServer((request, response) => {
		const from = Number(new URL(request.url ?? '', 'http://service').searchParams.get('pageAfter'));
		const isPage = request.url?.startsWith('/sign/envelopes');
		if (isPage && wanted.includes(from)) {
			(globalThis as unknown as { gc: () => void }).gc();
			measured.push({ read: from, passed, held: memoryUsage().heapUsed });
		}
		const items = Array.from({ length: PER_PAGE }, (_, n) => envelope(from + n));
		const nextPage = from + PER_PAGE < total ? String(from + PER_PAGE) : undefined;
		const body = JSON.stringify(
			isPage ? { items, nextPage } : { accessToken: 'token', expiresIn: 86_400 },
		);
		if (isPage) passed += body.length;
		response.setHeader('Content-Type', 'application/json').end(body);
	});
	const engine = await createEngine({
		credential: { baseUrl: server.url, clientId: 'client', clientSecret: 'secret' },
		// The built package, as users run it.
		packageDir: join(__dirname, '..', '..'),
	});
	const { items, error } = await engine.run({
		resource: 'envelope',
		operation: 'getAll',
		returnAll: true,
		filters: { status: ['sealed'], nameContains: 'contract' },
	});
	console.log(JSON.stringify({ found: items.length, error: error?.message, measured }));
	await engine.close();
	await server.close();
}

void main();
