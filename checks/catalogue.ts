import { RESOURCES } from '../nodes/ESignature/actions';
import { ENDPOINTS, type Route } from '../nodes/ESignature/api';
import { textsOf } from '../nodes/ESignature/core';
import {
	failureMessage,
	GENERAL,
	POSSIBLE_IN,
	SERVICE_DOWN,
	type Message,
} from '../nodes/ESignature/transport/messages';
import { ANSWERS } from '../nodes/ESignature/trigger/texts';
import type { Failure } from '../nodes/ESignature/errors/failure';
import { SessionError } from '../nodes/ESignature/errors/userError';
import { read, sources } from '../test/contract/repository';
import { literalsOf } from './reading/literals';
import { operationList, type Listed } from './reading/operationList';
import { raisedIn, sentencesIn } from './reading/raised';

const NODE = 'nodes/ESignature';
const TEXTS = textsOf(RESOURCES);

/** A message and, further in, what to do about it. */
const entry = ({ message, advice }: Message, label = ''): string[] => [
	`    ${label}${message}`,
	...(advice === '' ? [] : advice.split('\n').map((line) => `        ${line}`)),
];

/** What the service refuses, by operation; the texts of an endpoint stand where it is the main one. */
export function refusals(): string[] {
	const operations = operationList();
	const homes = homesOf(operations);
	return operations.flatMap(({ name, routes, composite }) => [
		'',
		`${name}${composite ? ' (composite)' : ''}`,
		...routes.flatMap((route) =>
			homes.get(route) === name ? textsAt(route) : [`  ${route}: see ${homes.get(route)}`],
		),
	]);
}

/** The operation under which each endpoint is described: a simple one in which it stands far up. */
function homesOf(operations: Listed[]): Map<Route, string> {
	const homes = new Map<Route, string>();
	const places = operations.flatMap(({ name, routes, composite }) =>
		routes.map((route, index) => ({ name, route, place: composite ? 100 : index })),
	);
	for (const { name, route } of places.sort((a, b) => a.place - b.place)) {
		if (!homes.has(route)) homes.set(route, name);
	}
	return homes;
}

function textsAt(route: Route): string[] {
	const texts = Object.entries(TEXTS.refusals?.[route] ?? {}) as Array<[string, Message]>;
	return [
		`  ${route} (${ENDPOINTS[route].source})`,
		...texts.flatMap(([status, text]) => entry(text, `${status}  `)),
		...(texts.length === 0 ? ['    the general texts only'] : []),
	];
}

export const general = (): string[] => [
	...Object.entries(GENERAL).flatMap(([status, text]) => entry(text, `${status}  `)),
	...entry(SERVICE_DOWN, '5xx  '),
	'    any other 4xx  as 400',
];

const KINDS: Array<[string, Failure]> = [
	['timeout', { kind: 'timeout' }],
	['network', { kind: 'network', code: 'ECONNRESET', sent: true }],
	['TLS', { kind: 'network', code: 'CERT_HAS_EXPIRED', sent: false }],
	['redirect', { kind: 'redirect', status: 302 }],
	['malformed', { kind: 'malformed', status: 200 }],
	['unproven', { kind: 'unproven', status: 202, reason: '{reason}' }],
	['too large', { kind: 'tooLarge' }],
	['cut', { kind: 'cut' }],
	['damaged', { kind: 'damaged', reason: '{reason}' }],
	['storage', { kind: 'storage', reason: '{reason}' }],
	['sign-in', { kind: 'session', error: new SessionError('{one of the sentences on signing in}') }],
];

/** What goes wrong on the way, whatever the endpoint; and why a file may count as damaged. */
export function failures(): string[] {
	const files = [...sources([`${NODE}/transport/files`]).values()];
	const reasons = new Set(files.flatMap((text) => [...literalsOf(text)]));
	return [
		...KINDS.flatMap(([name, failure]) =>
			entry(failureMessage('GET /sign/envelopes', failure, TEXTS), `${name}: `),
		),
		'    reasons why a file is damaged:',
		...[...reasons].filter((text) => /^its? /.test(text)).map((text) => `        ${text}`),
	];
}

/** Lines that stand below the message, around the advice. */
export const additions = (): string[] => {
	const lines = [
		...['transport/apiError.ts', 'transport/reply.ts', 'transport/spelling.ts', 'core/steps.ts'],
		...['core/run.ts', 'actions/shared/createTogether.ts', 'actions/shared/sendTogether.ts'],
		...['actions/shared/deleteTogether.ts', 'actions/shared/lists.ts'],
		...['actions/envelope/envelope.ts', 'actions/envelope/update.operation.ts'],
		...['actions/envelope/createAndSend/compose.ts', 'actions/envelope/createAndSend/draft.ts'],
		...['actions/document/document.ts', 'actions/document/rename.operation.ts'],
		...['actions/document/reorder.operation.ts', 'actions/field/update.operation.ts'],
		...['actions/participant/update.operation.ts'],
	].flatMap((path) => sentencesIn(read(`${NODE}/${path}`)));
	return [...new Set(lines)].map((line) => `    ${line}`);
};

export const states = (): string[] =>
	Object.entries(POSSIBLE_IN).map(([status, text]) => `    ${status}: ${text}`);

/** What the trigger answers to the service, writes into the log or puts into an item. */
export const eventTexts = (): string[] => [
	...Object.entries(ANSWERS).map(
		([name, { status, text }]) => `    ${status}  ${text || `(empty: ${name})`}`,
	),
	'    in the log of n8n, or as the envelopeError of an item:',
	...['texts', 'attachEnvelope']
		.flatMap((name) => sentencesIn(read(`${NODE}/trigger/${name}.ts`)))
		.map((line) => `        ${line}`),
];

/** What the sources in these folders raise themselves, file by file. */
export const raised = (folders: string[], apart?: RegExp): string[] =>
	[...sources(folders)]
		.filter(([path]) => !apart?.test(path))
		.map(([path, text]): [string, Message[]] => [path, raisedIn(text)])
		.filter(([, texts]) => texts.length > 0)
		.flatMap(([path, texts]) => [`  ${path}`, ...texts.flatMap((one) => entry(one))]);
