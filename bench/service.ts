/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
// The service that every side talks to: each answer takes 20 ms, and everything is counted. A separate process, so that its
// work is not measured with n8n's. Prints its address when it is ready.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { idOf, LISTED, PAGE, sealedZip, type Counts, type Settings } from './shared';

const LATENCY = 20;
const PIECE = Buffer.alloc(1024 * 1024, 'x');
const none = (): Counts => ({
	requests: 0,
	inFlight: 0,
	tokens: 0,
	envelopes: 0,
	listed: 0,
	created: 0,
	deleted: 0,
	files: 0,
	bytes: 0,
});

let counts = none();
/** A page counts once, however often it is read. */
let pages = new Set<number>();
let inFlight = 0;
let callsLeft = Infinity;
let settings: Settings = { auditTrail: 100_000, sealed: 1_000_000, callsPerToken: Infinity };

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

function json(response: ServerResponse, body: unknown, status = 200): void {
	const text = JSON.stringify(body);
	response.writeHead(status, {
		'Content-Type': 'application/json',
		'Content-Length': Buffer.byteLength(text),
	});
	response.end(text);
}

const TIMES = {
	createdAt: '2026-01-01T00:00:00.000Z',
	lastModifiedAt: '2026-01-02T00:00:00.000Z',
};
const envelope = (ID: string) => ({ ID, name: `Contract ${ID}`, status: 'sealed', ...TIMES });

/** A file from a head, as many fillers as needed, and an end: any size costs no memory. */
async function file(response: ServerResponse, type: string, parts: Buffer[], filler: number) {
	const [head = Buffer.alloc(0), end = Buffer.alloc(0)] = parts;
	const bytes = head.length + filler + end.length;
	response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes });
	counts.files += 1;
	counts.bytes += bytes;
	const write = async (piece: Buffer) => {
		if (response.write(piece) || response.destroyed) return;
		await new Promise<void>((resolve) => {
			const go = () => {
				response.off('drain', go).off('close', go);
				resolve();
			};
			response.on('drain', go).on('close', go);
		});
	};
	await write(head);
	for (let left = filler; left > 0 && !response.destroyed; left -= PIECE.length) {
		await write(left < PIECE.length ? PIECE.subarray(0, left) : PIECE);
	}
	response.end(end);
}

let lastId = 0;

/** The fields that were created since the service was set up, by their list's address. */
let fields = new Map<string, Array<{ ID: string }>>();

const FIRST = `/sign/envelopes/${idOf(0)}/documents/${idOf(0, '4001')}/fields`;

function remove(path: string, IDs: string[]): void {
	const gone = new Set(IDs);
	fields.set(path, fields.get(path)?.filter(({ ID }) => !gone.has(ID)) ?? []);
	counts.deleted += IDs.length;
}

/** Each under an ID of its own, in all runs: the node notices one that it has seen before. */
const made = (entry: object) => ({ ...entry, ID: idOf(++lastId, '4004'), ...TIMES });

function create(response: ServerResponse, path: string, text: string): void {
	const body = JSON.parse(text) as { items?: object[] };
	const entries = body.items ?? [body];
	const items = entries.map(made);
	if (path.endsWith('/fields')) fields.set(path, [...(fields.get(path) ?? []), ...items]);
	counts.created += items.length;
	json(response, body.items ? { items } : items[0]);
}

const PDF = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF\n')];

async function answer(request: IncomingMessage, response: ServerResponse, text: string) {
	const url = new URL(request.url ?? '/', 'http://service');
	if (url.pathname === '/oauth/token') {
		counts.tokens += 1;
		callsLeft = settings.callsPerToken ?? Infinity;
		return json(response, {
			accessToken: randomBytes(32).toString('hex'),
			expiresIn: 86_400,
		});
	}
	if (callsLeft-- <= 0) return json(response, { title: 'Unauthorized' }, 401);
	const [, ID = '', rest = ''] =
		/^\/sign\/envelopes\/([0-9a-f-]{36})(.*)$/.exec(url.pathname) ?? [];
	if (ID === '') {
		const from = Number(url.searchParams.get('pageAfter') ?? 0);
		const items = Array.from({ length: PAGE }, (_, n) => envelope(idOf(from + n)));
		counts.listed = pages.add(from).size * PAGE;
		const nextPage = from + PAGE < LISTED ? String(from + PAGE) : undefined;
		return json(response, { items, nextPage });
	}
	if (rest === '') {
		counts.envelopes += 1;
		return json(response, envelope(ID));
	}
	if (request.method === 'POST' && rest.endsWith(':batch-delete')) {
		const { items } = JSON.parse(text) as { items: Array<string | { ID: string }> };
		remove(
			url.pathname.replace(/:[^:]*$/, ''),
			items.map((one) => (typeof one === 'string' ? one : one.ID)),
		);
		return response.writeHead(204).end();
	}
	if (request.method === 'DELETE') {
		const at = url.pathname.lastIndexOf('/');
		remove(url.pathname.slice(0, at), [url.pathname.slice(at + 1)]);
		return response.writeHead(204).end();
	}
	if (request.method === 'POST') return create(response, url.pathname, text);
	if (rest.endsWith('/fields')) return json(response, { items: fields.get(url.pathname) ?? [] });
	if (rest === '/documents') {
		return json(response, {
			items: [{ ID: idOf(1, '4001'), name: 'lease.pdf', status: 'sealed' }],
		});
	}
	if (rest === '/participants') {
		return json(response, {
			items: [{ ID: idOf(1, '4002'), email: 'ada@example.com', role: 'signer' }],
		});
	}
	if (rest === ':download-audit-trail') {
		const [head, end] = PDF as [Buffer, Buffer];
		return await file(
			response,
			'application/pdf',
			PDF,
			(settings.auditTrail ?? 0) - head.length - end.length,
		);
	}
	if (rest === ':download-sealed') {
		const { head, end, filler } = sealedZip(settings.sealed ?? 0);
		return await file(response, 'application/zip', [head, end], filler);
	}
	return json(response, { title: 'Not Found' }, 404);
}

const server = createServer((request, response) => {
	void textOf(request).then((text) => {
		if (request.url === '/bench') {
			if (request.method === 'POST') {
				settings = { ...settings, ...(JSON.parse(text) as Settings) };
				callsLeft = settings.callsPerToken ?? Infinity;
				counts = none();
				pages = new Set();
				const held = Array.from({ length: settings.fields ?? 0 }, (_, n) => ({
					ID: idOf(n, '4003'),
					type: 'signature',
					page: 1 + n,
					participantID: idOf(1, '4002'),
					boundingBox: [10, 10, 100, 30],
					...TIMES,
				}));
				fields = new Map([[FIRST, held]]);
			}
			return json(response, counts);
		}
		inFlight += 1;
		counts.requests += 1;
		counts.inFlight = Math.max(counts.inFlight, inFlight);
		response.once('close', () => (inFlight -= 1));
		setTimeout(() => void answer(request, response, text), LATENCY);
	});
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.stdout.write(`http://127.0.0.1:${port}\n`);
});
process.on('disconnect', () => process.exit());
