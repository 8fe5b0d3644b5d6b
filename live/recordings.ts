import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Cleaner } from './cleaner';
import type { Answer, Exchange } from './recorder';
import type { Report } from './report';
import type { Run, Visit } from './visit';

/** What a visit has recorded of the real service, without anything that is secret or about somebody. */
export interface Recording extends Pick<Report, 'date' | 'dialects'> {
	runs: RecordedRun[];
	exchanges: RecordedExchange[];
}

type RecordedRun = Omit<Run, 'milliseconds' | 'isRefusal'>;

export interface RecordedExchange extends Omit<Exchange, 'sent' | 'answer'> {
	sent?: unknown;
	/** Undefined if no whole answer came. */
	answer?: { status: number; type?: string; json?: unknown; text?: string; fileBytes?: number };
}

export function recordingOf(
	{ recorder, runs }: Visit,
	{ date, dialects }: Report,
	cleaner: Cleaner,
): Recording {
	return {
		date,
		dialects,
		exchanges: recorder.exchanges.map(({ sent, answer, ...exchange }) => ({
			...exchange,
			path: cleaner.text(exchange.path),
			query: cleaner.answer(exchange.query),
			sent: cleaner.own(sent.json),
			answer: answer && recordedAnswer(answer, cleaner),
		})),
		runs: runs.map(({ operation, during, parameters, items, outputs, error }) => ({
			operation,
			during,
			parameters: cleaner.own(parameters),
			items: cleaner.own(items),
			outputs: outputs.map(({ json }) => ({ json: cleaner.own(json) })),
			error: error && cleaner.text(error),
		})),
	};
}

function recordedAnswer({ status, headers, bytes, json }: Answer, cleaner: Cleaner) {
	const type = headers['content-type'];
	if (json !== undefined) return { status, type, json: cleaner.answer(json) };
	if (status >= 400) return { status, type, text: cleaner.text(bytes.toString()) };
	return bytes.length > 0 ? { status, type, fileBytes: bytes.length } : { status };
}

const FOLDER = join(__dirname, 'recordings');

/** Those that are part of the repository, the newest first. */
export const recordings = (): Recording[] =>
	(existsSync(FOLDER) ? readdirSync(FOLDER) : [])
		.sort()
		.reverse()
		.map((name) => readFileSync(join(FOLDER, name, 'recording.json'), 'utf8'))
		.map((text) => JSON.parse(text) as Recording);

/** The shape of each answer: which keys it has, and of which types. */
export function shapesOf({ exchanges }: Recording): string[] {
	const shapes = exchanges.flatMap(({ route, answer }) =>
		route && answer?.json !== undefined
			? keysOf(answer.json).map((key) => `${route} ${answer.status}${key}`)
			: [],
	);
	return [...new Set(shapes)].sort();
}

function keysOf(value: unknown, path = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => keysOf(entry, `${path}[]`));
	if (typeof value !== 'object' || value === null)
		return [`${path}: ${value === null ? 'null' : typeof value}`];
	// The names in it are those of inputs.
	if (path.endsWith('validation_errors')) return [path];
	return Object.entries(value).flatMap(([key, entry]) => keysOf(entry, `${path}.${key}`));
}
