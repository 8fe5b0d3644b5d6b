import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Cleaner } from './cleaner';
import type { Exchange } from './exchange';
import type { Run, Visit } from './visit';

/** A request with its answer, without anything that is secret or about somebody. */
export interface RecordedExchange extends Pick<
	Exchange,
	'during' | 'method' | 'path' | 'query' | 'route'
> {
	sent?: unknown;
	/** Undefined if no whole answer came. */
	answer?: { status: number; type?: string; json?: unknown; text?: string; fileBytes?: number };
}

export interface RecordedRun extends Pick<Run, 'operation' | 'error'> {
	/** What its exchanges are marked with. */
	during: string;
	parameters: INodeParameters;
	items: INodeExecutionData[];
	outputs: IDataObject[];
}

/** What a visit has recorded of the real service: an entry per execution of an operation, and one per request. */
export interface Recording {
	/** The day, for example 2026-07-01. */
	date: string;
	/** What the service speaks, as the report says. */
	dialects: string[];
	runs: RecordedRun[];
	exchanges: RecordedExchange[];
}

export function recordingOf(
	visit: Visit,
	more: Pick<Recording, 'date' | 'dialects'>,
	cleaner: Cleaner,
): Recording {
	const exchanges = visit.recorder.exchanges.map(({ sent, answer, ...exchange }) => ({
		...exchange,
		path: cleaner.text(exchange.path),
		query: cleaner.answer(exchange.query) as Record<string, string>,
		...(sent.json !== undefined && { sent: cleaner.own(sent.json) }),
		...(answer && { answer: recordedAnswer(answer, cleaner) }),
	}));
	const runs = visit.runs.map(({ number, operation, parameters, items, outputs, error }) => ({
		operation,
		during: `${operation} #${number}`,
		parameters: cleaner.own(parameters),
		items: cleaner.own(items),
		outputs: outputs.map(({ json }) => cleaner.output(json) as IDataObject),
		...(error !== undefined && { error: cleaner.text(error) }),
	}));
	return { ...more, runs, exchanges };
}

function recordedAnswer(
	{ status, headers, bytes, json }: NonNullable<Exchange['answer']>,
	cleaner: Cleaner,
) {
	const type = headers['content-type'];
	if (json !== undefined) return { status, type, json: cleaner.answer(json) };
	if (status >= 400) return { status, type, text: cleaner.text(bytes.toString('utf8')) };
	return bytes.length > 0 ? { status, type, fileBytes: bytes.length } : { status };
}

const FOLDER = join(__dirname, 'recordings');

/** Those that are part of the repository, the newest first. */
export const recordings = (folder = FOLDER): Recording[] =>
	(existsSync(folder) ? readdirSync(folder) : [])
		.sort()
		.reverse()
		.map(
			(name) => JSON.parse(readFileSync(join(folder, name, 'recording.json'), 'utf8')) as Recording,
		);

/** The shape of each answer: which keys it has, and of which types. */
export function shapesOf({ exchanges }: Pick<Recording, 'exchanges'>): Map<string, Set<string>> {
	const shapes = new Map<string, Set<string>>();
	for (const { route, answer } of exchanges) {
		if (!route || answer?.json === undefined) continue;
		const name = `${route} ${answer.status}`;
		shapes.set(name, new Set([...(shapes.get(name) ?? []), ...keysOf(answer.json)]));
	}
	return shapes;
}

function keysOf(value: unknown, path = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => keysOf(entry, `${path}[]`));
	if (typeof value !== 'object' || value === null)
		return [`${path}: ${value === null ? 'null' : typeof value}`];
	// The names in it are those of inputs.
	if (path.endsWith('validation_errors')) return [path];
	return Object.entries(value).flatMap(([key, entry]) => keysOf(entry, `${path}.${key}`));
}
