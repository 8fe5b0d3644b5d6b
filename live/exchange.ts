import { ENDPOINTS, type Route } from '../nodes/ESignature/api';

/** A request as it left the node, and what came back. */
export interface Exchange {
	/** What was being done: an operation or a probe. */
	during: string;
	method: string;
	/** Without the query. */
	path: string;
	query: Record<string, string>;
	/** Undefined for a request that docs/api.md does not have. */
	route?: Route;
	sent: Message;
	/** Undefined if no whole answer came. */
	answer?: Message & { status: number };
	milliseconds: number;
}

export interface Message {
	/** The names in lowercase. */
	headers: Record<string, string>;
	bytes: Buffer;
	/** The parsed body; of an upload, what its part `metadata` says. Undefined if it is not JSON. */
	json?: unknown;
}

const PATTERNS = (Object.keys(ENDPOINTS) as Route[]).map((route) => {
	const [method, path = ''] = route.split(' ');
	return { route, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/:]+')}$`) };
});

export const routeOf = (method: string, path: string): Route | undefined =>
	PATTERNS.find((one) => one.method === method && one.pattern.test(path))?.route;

export async function bytesOf(message: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of message) chunks.push(chunk);
	return Buffer.concat(chunks);
}

export async function messageOf(
	headers: Record<string, string | string[] | undefined>,
	bytes: Buffer,
): Promise<Message> {
	const known = Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
	return { headers: known, bytes, json: parsed(await textOf(known['content-type'] ?? '', bytes)) };
}

async function textOf(type: string, bytes: Buffer): Promise<string> {
	if (!type.startsWith('multipart/form-data')) return bytes.toString('utf8');
	const form = await new Response(bytes, { headers: { 'content-type': type } })
		.formData()
		.catch(() => undefined);
	const metadata = form?.get('metadata') ?? '';
	return typeof metadata === 'string' ? metadata : await metadata.text();
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
