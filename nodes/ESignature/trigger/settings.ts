import type { IWebhookFunctions } from 'n8n-workflow';

import { ALL_EVENTS, type Filter } from './event/event';

export type Verification = 'httpMessageSignature' | 'sharedSecretHeader' | 'none';

/** What the user chose in the panel. */
export interface Settings {
	verification: Verification;
	headerName: string;
	filter: Filter;
	attachEnvelope: boolean;
	dropDuplicates: boolean;
	emitLateEvents: boolean;
	includeRawBody: boolean;
	publicUrls: string[];
	/** Milliseconds. */
	timeWindow: number;
}

export const DEFAULT_HEADER = 'X-Webhook-Secret';
export const DEFAULT_WINDOW = 5;

export function settingsOf(host: IWebhookFunctions): Settings {
	const options = host.getNodeParameter('options', {}) as Record<string, unknown>;
	return {
		verification: host.getNodeParameter('verification', '') as Verification,
		headerName: String(host.getNodeParameter('headerName', DEFAULT_HEADER)),
		filter: {
			types: texts(host.getNodeParameter('events', [ALL_EVENTS])),
			envelopeIds: texts(options.envelopeIds),
		},
		attachEnvelope: isOn(options.attachEnvelope, false),
		dropDuplicates: isOn(options.dropDuplicates, true),
		emitLateEvents: isOn(options.emitLateEvents, true),
		includeRawBody: isOn(options.includeRawBody, false),
		publicUrls: urls(options.publicUrls),
		timeWindow: minutes(options.timeWindow),
	};
}

/** A list, or a text with commas as an expression may yield it. */
const texts = (value: unknown): string[] =>
	entries(value)
		.flatMap((entry) => entry.split(','))
		.map((entry) => entry.trim())
		.filter(Boolean);

const entries = (value: unknown): string[] =>
	(Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string');

const STARTS = /^https?:\/\//i;

/**
 * Blanks separate addresses. A comma may be a part of one: only what follows it and begins like an
 * address is another one.
 */
function urls(value: unknown): string[] {
	const found: string[] = [];
	for (const text of [value].flat().flatMap(wordsOf)) {
		for (const [at, part] of text.split(',').entries()) {
			if (at === 0 || STARTS.test(part)) found.push(part);
			else if (part !== '') found[found.length - 1] += `,${part}`;
		}
	}
	return found.filter(Boolean);
}

/** What is no text stays, so that the user learns about it. */
const wordsOf = (value: unknown): string[] =>
	(typeof value === 'string'
		? value
		: (JSON.stringify(value ?? '') ?? '').replace(/^""$/, '')
	).split(/\s/);

const isOn = (value: unknown, otherwise: boolean): boolean =>
	value === undefined ? otherwise : String(value).trim().toLowerCase() === 'true';

function minutes(value: unknown): number {
	const number = Number(value ?? DEFAULT_WINDOW);
	return (Number.isFinite(number) && number > 0 ? number : DEFAULT_WINDOW) * 60_000;
}
