import type { Request, Response } from 'express';

import type { Timers } from '../time/timers';
import type { Fault } from './faults';
import { problem, problemReply } from './problems';
import { jsonReply, reply, send, type Bytes, type HttpReply } from './reply';

/** With a body: as if the request had brought that one. */
type Produce = (body?: unknown) => Promise<HttpReply>;
type Of<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>;

interface Exchange {
	req: Request;
	res: Response;
	/** The parsed body of the request. */
	body: unknown;
	/** Runs the service; not calling it means no effect. */
	produce: Produce;
	timers: Timers;
}

/** Answers a request as the fault says. */
export async function misbehave(fault: Fault, exchange: Exchange): Promise<void> {
	const { req, res, produce, timers } = exchange;
	switch (fault.kind) {
		case 'delay':
			if (await timers.sleep(fault.ms)) return await send(res, await produce());
			return void res.destroy();
		case 'hold': {
			const made = fault.applied ? await produce() : undefined;
			await fault.until;
			return await send(res, made ?? (await produce()));
		}
		case 'status':
			if (fault.applied) await produce();
			return await send(
				res,
				problemReply(problem(fault.status, 'Planned by the fault plan.', req.path)),
			);
		case 'rateLimit':
			return await send(res, rateLimitReply(fault, req.path));
		case 'redirect':
			return await send(res, reply(fault.status ?? 302, '', { Location: fault.location }));
		case 'body':
			if (fault.applied) await produce();
			return await send(
				res,
				reply(fault.status ?? 200, bytesOf(fault.body), {
					'Content-Type': fault.contentType ?? 'application/json',
				}),
			);
		case 'truncate':
			return await truncate(res, await produce(), fault);
		case 'stall':
			return await stall(res, await produce(), fault.after ?? 0);
		case 'reset':
			return await reset(fault, exchange);
		case 'late':
			void fault.until.then(async () => await produce());
			return await misbehave(fault.answer, exchange);
		case 'half': {
			const part = firstOf(exchange.body, fault.entries);
			if (part) await produce(part);
			return await misbehave(fault.answer, exchange);
		}
		case 'double': {
			const first = await produce();
			await produce();
			return fault.answer ? await misbehave(fault.answer, exchange) : await send(res, first);
		}
		case 'stale':
			return await send(res, await fault.view(produce));
	}
}

function firstOf(body: unknown, entries: number): { items: unknown[] } | undefined {
	const { items } = (body ?? {}) as { items?: unknown };
	return Array.isArray(items) && entries > 0 ? { items: items.slice(0, entries) } : undefined;
}

const bytesOf = (body: string | object): string | Buffer =>
	typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);

/** docs/api.md, Errors: `rate-limit-hint`. */
function rateLimitReply({ retryAfter }: Of<'rateLimit'>, path: string) {
	const made = problemReply({
		...problem(429, 'Too many requests in a short time.', path),
		type: 'RateLimitExceeded',
	});
	made.headers['Retry-After'] = String(retryAfter);
	return made;
}

async function reset(
	{ when = 'before', applied = false }: Of<'reset'>,
	{ req, res, produce, timers }: Exchange,
) {
	// A read has no effect to hold back; an unapplied write needs an answer that did not come from it.
	const harmless = applied || req.method === 'GET';
	const made = harmless ? await produce() : jsonReply(200, { interrupted: 'x'.repeat(256) });
	// An empty answer is complete with its headers: there is nothing to interrupt.
	if (when === 'body' && made.length > 0) {
		await begin(res, made, Math.max(1, Math.floor(made.length / 2)));
		// A reset may overtake what is still on its way: let the client read the first part.
		await timers.sleep(25);
	}
	req.socket.resetAndDestroy();
}

async function truncate(res: Response, made: HttpReply, { bytes, framing }: Of<'truncate'>) {
	if (framing === 'content-length') {
		await begin(res, made, bytes);
	} else {
		res.status(made.status).set(made.headers);
		if (framing === 'close') {
			// Without either header, HTTP/1.1 ends a body by closing: the cut is invisible.
			res.removeHeader('Content-Length');
			res.removeHeader('Transfer-Encoding');
		}
		await write(res, take(made.bytes, bytes));
	}
	// Ends the connection, but neither the chunks nor the promised length.
	res.socket?.end();
}

/** Silent from the start when the answer is empty, since its headers would complete it. */
async function stall(res: Response, made: HttpReply, after: number) {
	if (made.length > 0) await begin(res, made, Math.min(after, made.length - 1));
}

/** Status, headers with the full length, and the first bytes; the answer stays open. */
async function begin(res: Response, { status, headers, length, bytes }: HttpReply, first: number) {
	res.status(status).set({ ...headers, 'Content-Length': String(length) });
	res.flushHeaders();
	await write(res, take(bytes, first));
}

async function write(res: Response, bytes: Bytes) {
	for await (const chunk of bytes) {
		if (res.destroyed) return;
		await new Promise<void>((resolve) => res.write(chunk, () => resolve()));
	}
}

async function* take(bytes: Bytes, limit: number) {
	let left = limit;
	if (left <= 0) return;
	for await (const chunk of bytes) {
		yield chunk.subarray(0, left);
		left -= chunk.length;
		if (left <= 0) return;
	}
}
