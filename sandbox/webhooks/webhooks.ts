import { randomUUID } from 'node:crypto';
import { request } from 'node:http';

import type { Timers } from '../time/timers';
import { loopbackUrl, type Delivery, type WebhookEvent, type WebhookOptions } from './options';
import { signedHeaders } from './signature';

const RETRY_DELAYS_MS = [1000, 5000, 30_000];
/** docs/api.md, Webhooks: `event-delivery`. */
const TIMEOUT_MS = 15_000;

/** Delivers events. Each travels on its own, so the order of arrival is not guaranteed. */
export class Webhooks {
	deliveries: Delivery[] = [];
	private target: WebhookOptions | undefined;
	private ended = new AbortController();

	constructor(
		private readonly key: () => { id: string; secret: string },
		private readonly now: () => number,
		private readonly timers: Timers,
	) {}

	/** One URL per application, as in the service's administration page. */
	configure(target: WebhookOptions | undefined): void {
		if (target) loopbackUrl(target.url);
		this.target = target;
	}

	/** Where events go at present. */
	get current(): WebhookOptions | undefined {
		return this.target;
	}

	/** Sends an event if its type is chosen. */
	emit(type: string, data: Record<string, unknown>): void {
		const { events } = this.target ?? {};
		if (!events || events.includes(type)) this.send(type, data);
	}

	/** Sends an event whether its type is chosen or not. Returns its ID, even without a webhook. */
	send(type: string, data: Record<string, unknown> = {}): string {
		const created = new Date(this.now()).toISOString();
		const event: WebhookEvent = { id: randomUUID(), type, created, data };
		const target = this.target;
		if (target) {
			this.attempt(event, target, 1, 0);
			if (target.twice) this.attempt(event, target, 1, 0);
		}
		return event.id;
	}

	/** No webhook, as at the start; what is under way is dropped. */
	reset(): void {
		this.ended.abort();
		this.ended = new AbortController();
		this.deliveries = [];
		this.configure(undefined);
	}

	private attempt(event: WebhookEvent, target: WebhookOptions, attempt: number, waitMs: number) {
		const { signal } = this.ended;
		this.timers.after(waitMs, async () => {
			const outcome = await this.deliver(event, target, signal);
			if (signal.aborted) return;
			const at = this.now();
			// 2xx and 4xx are final, 5xx and network errors are retried (docs/api.md, Webhooks).
			const final = outcome.status !== undefined && outcome.status < 500;
			const wait = final ? undefined : RETRY_DELAYS_MS[attempt - 1];
			const retryAt = wait === undefined ? {} : { retryAt: at + wait };
			this.deliveries.push({ event, url: target.url, attempt, ...outcome, at, ...retryAt });
			if (wait !== undefined) this.attempt(event, target, attempt + 1, wait);
		});
	}

	private async deliver(
		event: WebhookEvent,
		target: WebhookOptions,
		ended: AbortSignal,
	): Promise<(Answer & { error?: undefined }) | { status?: undefined; error: string }> {
		const url = loopbackUrl(target.url);
		const body = JSON.stringify(event);
		const key = { ...this.key(), ...(target.secret && { secret: target.secret }) };
		const limit = AbortSignal.timeout(TIMEOUT_MS);
		try {
			const headers = await signedHeaders(url, body, key, this.now());
			return await post(url, headers, body, AbortSignal.any([limit, ended]));
		} catch (error) {
			return { error: error instanceof Error ? error.message : String(error) };
		}
	}
}

/** The start of an answer is enough to see what sent it. */
const KEPT_CHARACTERS = 200;

interface Answer {
	status: number;
	text: string;
}

/** One POST on a connection of its own; redirects are not followed. */
async function post(
	url: URL,
	headers: Record<string, string>,
	body: string,
	signal: AbortSignal,
): Promise<Answer> {
	return await new Promise((resolve, reject) => {
		const outgoing = request(url, { method: 'POST', headers, signal, agent: false }, (incoming) => {
			let text = '';
			incoming.setEncoding('utf8');
			incoming.on('data', (piece: string) => (text = (text + piece).slice(0, KEPT_CHARACTERS)));
			incoming.once('error', reject);
			incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
		});
		outgoing.once('error', reject);
		outgoing.end(body);
	});
}
