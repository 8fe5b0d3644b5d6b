// The service that every side talks to: each answer takes 20 ms, and everything is counted. A separate process, so that its
// work is not measured with n8n's. Prints its address when it is ready.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { idOf, type Counts, type Settings } from './counts';

const LATENCY = 20;
const PAGE = 50;
const PIECE = Buffer.alloc(1024 * 1024, 'x');
const TIMES = {
	createdAt: '2026-01-01T00:00:00.000Z',
	lastModifiedAt: '2026-01-02T00:00:00.000Z',
};

const USUAL: Settings = {
	auditTrail: 100_000,
	sealed: 1_000_000,
	listed: 0,
	fields: 0,
	callsPerToken: Infinity,
};

const ZERO: Counts = {
	requests: 0,
	tokens: 0,
	envelopes: 0,
	listed: 0,
	created: 0,
	deleted: 0,
	files: 0,
	bytes: 0,
};

let settings = USUAL;
let counts = ZERO;
let callsLeft = Infinity;
/** A page counts once, however often it is read. */
let pages = new Set<number>();
/** By the path of their list. */
let fields = new Map<string, Array<{ ID: string }>>();
let lastId = 0;

const FIRST_FIELDS = `/sign/envelopes/${idOf(0)}/documents/${idOf(0, 'document')}/fields`;

function setUp(wanted: Partial<Settings>): void {
	settings = { ...USUAL, ...wanted };
	counts = { ...ZERO };
	callsLeft = settings.callsPerToken;
	pages = new Set();
	const held = Array.from({ length: settings.fields }, (_, n) => ({
		ID: idOf(n, 'field'),
		type: 'signature',
		page: 1 + n,
		participantID: idOf(1, 'participant'),
		boundingBox: [10, 10, 100, 30],
		...TIMES,
	}));
	fields = new Map([[FIRST_FIELDS, held]]);
}

function json(response: ServerResponse, body: unknown, status = 200): void {
	const text = JSON.stringify(body);
	response.writeHead(status, {
		'Content-Type': 'application/json',
		'Content-Length': Buffer.byteLength(text),
	});
	response.end(text);
}

// --- Envelopes and what they hold --------------------------------------------------------------

const envelope = (ID: string) => ({ ID, name: `Contract ${ID}`, status: 'sealed', ...TIMES });

function list(response: ServerResponse, from: number): void {
	const items = Array.from({ length: PAGE }, (_, n) => envelope(idOf(from + n)));
	counts.listed = pages.add(from).size * PAGE;
	const nextPage = from + PAGE < settings.listed ? String(from + PAGE) : undefined;
	json(response, { items, nextPage });
}

function create(response: ServerResponse, path: string, text: string): void {
	const body = JSON.parse(text) as { items?: object[] };
	// IDs differ between runs, too: the node notices one that it has seen before.
	const items = (body.items ?? [body]).map((entry) => ({
		...entry,
		ID: idOf(++lastId, 'created'),
		...TIMES,
	}));
	if (path.endsWith('/fields')) fields.set(path, [...(fields.get(path) ?? []), ...items]);
	counts.created += items.length;
	json(response, body.items ? { items } : items[0]);
}

function remove(response: ServerResponse, path: string, IDs: string[]): void {
	const left = fields.get(path)?.filter(({ ID }) => !IDs.includes(ID));
	fields.set(path, left ?? []);
	counts.deleted += IDs.length;
	response.writeHead(204).end();
}

// --- Files: a head, as much filler as needed, and an end, so that any size costs no memory -----

async function file(
	response: ServerResponse,
	type: string,
	size: number,
	[head, end]: [Buffer, Buffer],
): Promise<void> {
	response.writeHead(200, { 'Content-Type': type, 'Content-Length': size });
	counts.files += 1;
	counts.bytes += size;
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
	const filler = size - head.length - end.length;
	for (let left = filler; left > 0 && !response.destroyed; left -= PIECE.length) {
		await write(left < PIECE.length ? PIECE.subarray(0, left) : PIECE);
	}
	response.end(end);
}

const PDF: [Buffer, Buffer] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF\n')];

/** Head and end of a ZIP with one stored file (APPNOTE 4.3). */
function zipAround(size: number): [Buffer, Buffer] {
	const name = Buffer.from('lease.pdf');
	const [local, central, last] = [30, 46, 22].map((length) => Buffer.alloc(length)) as [
		Buffer,
		Buffer,
		Buffer,
	];
	const around = local.length + central.length + last.length + 2 * name.length;
	const start = size - last.length - central.length - name.length;
	// Both headers have the same fields from the version needed on; the central one has its own before it.
	for (const [header, mark, at] of [
		[local, 0x04034b50, 4],
		[central, 0x02014b50, 6],
	] as const) {
		header.writeUInt32LE(mark, 0);
		header.writeUInt16LE(20, at);
		header.writeUInt32LE(1, at + 10);
		header.writeUInt32LE(size - around, at + 14);
		header.writeUInt32LE(size - around, at + 18);
		header.writeUInt16LE(name.length, at + 22);
	}
	last.writeUInt32LE(0x06054b50, 0);
	last.writeUInt16LE(1, 8);
	last.writeUInt16LE(1, 10);
	last.writeUInt32LE(central.length + name.length, 12);
	last.writeUInt32LE(start, 16);
	return [Buffer.concat([local, name]), Buffer.concat([central, name, last])];
}

// --- The server --------------------------------------------------------------------------------

async function answer(
	{ method, url = '' }: IncomingMessage,
	response: ServerResponse,
	text: string,
) {
	const { pathname: path, searchParams } = new URL(url, 'http://service');
	if (path === '/oauth/token') {
		counts.tokens += 1;
		callsLeft = settings.callsPerToken;
		const accessToken = randomBytes(32).toString('hex');
		return json(response, { accessToken, expiresIn: 86_400 });
	}
	if (callsLeft-- <= 0) return json(response, { title: 'Unauthorized' }, 401);
	const [, ID, rest = ''] = /^\/sign\/envelopes\/([0-9a-f-]{36})(.*)$/.exec(path) ?? [];
	if (ID === undefined) return list(response, Number(searchParams.get('pageAfter') ?? 0));
	if (method === 'DELETE') {
		const at = path.lastIndexOf('/');
		return remove(response, path.slice(0, at), [path.slice(at + 1)]);
	}
	if (method === 'POST' && rest.endsWith(':batch-delete')) {
		const { items } = JSON.parse(text) as { items: string[] };
		return remove(response, path.slice(0, path.lastIndexOf(':')), items);
	}
	if (method === 'POST') return create(response, path, text);
	if (rest.endsWith('/fields')) return json(response, { items: fields.get(path) ?? [] });
	switch (rest) {
		case '':
			counts.envelopes += 1;
			return json(response, envelope(ID));
		case '/documents': {
			const document = { ID: idOf(1, 'document'), name: 'lease.pdf', status: 'sealed' };
			return json(response, { items: [document] });
		}
		case '/participants': {
			const signer = { ID: idOf(1, 'participant'), email: 'ada@example.com', role: 'signer' };
			return json(response, { items: [signer] });
		}
		case ':download-audit-trail':
			return await file(response, 'application/pdf', settings.auditTrail, PDF);
		case ':download-sealed':
			return await file(response, 'application/zip', settings.sealed, zipAround(settings.sealed));
		default:
			return json(response, { title: 'Not Found' }, 404);
	}
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const text = Buffer.concat(chunks).toString();
	if (request.url === '/bench') {
		if (request.method === 'POST') setUp(JSON.parse(text) as Partial<Settings>);
		return json(response, counts);
	}
	counts.requests += 1;
	setTimeout(() => void answer(request, response, text), LATENCY);
}

const server = createServer((request, response) => void receive(request, response));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.stdout.write(`http://127.0.0.1:${port}\n`);
});
process.on('disconnect', () => process.exit());
