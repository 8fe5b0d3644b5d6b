import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { EnvelopeStatus, Route } from '../api';
import { isTlsCode, type Failure, type ProblemDetails } from '../errors/failure';
import { printable, without } from '../errors/printable';
import { GENERAL, MESSAGES, POSSIBLE_IN, SERVICE_DOWN, type Message } from './messages';
import { isRead, isTransient } from './retry';

/** What to say about a failure: for a refusal by route and status, otherwise by its kind. */
export function failureMessage(route: Route, failure: Failure): Message {
	switch (failure.kind) {
		case 'refused':
			return (
				MESSAGES[route]?.[failure.status] ??
				GENERAL[failure.status] ??
				(isTransient(failure.status) ? SERVICE_DOWN : (GENERAL[400] as Message))
			);
		case 'session':
			return {
				message: failure.error.message,
				advice: failure.error.description ?? 'Open the credential and test it.',
			};
		case 'redirect':
			return {
				message: 'The service sent the request on to another address, which was not followed',
				advice:
					"The token is only ever sent to the credential's Base URL. Enter the final address there.",
			};
		case 'timeout':
			return {
				message: 'The service did not answer in time',
				advice: "Try again later, or raise 'Timeout' in the options of this node.",
			};
		case 'malformed':
			return {
				message: 'The answer of the service could not be understood',
				advice:
					"Check that the credential's Base URL is the service itself, not a web page or a proxy. If it is, ask the operator of the service.",
			};
		case 'unproven':
			return {
				message: 'The answer of the service does not show that this was done',
				advice: 'If it happens each time, ask the operator of the service.',
			};
		case 'cut':
			return {
				message: 'The file arrived incomplete, so it was not kept',
				advice: 'The connection ended too early each time. Try again later.',
			};
		case 'damaged':
			return {
				message: `The file was not kept, because ${failure.reason}`,
				advice: 'The service sent something else than the expected file. Try again later.',
			};
		case 'tooLarge':
			return {
				message: 'The answer of the service is too large and was not read to its end',
				advice:
					"Check that the credential's Base URL is the service itself. For files, raise 'Max File Size' in the options.",
			};
		case 'storage':
			return {
				message: 'n8n could not store the file',
				advice: `n8n says: ${failure.reason}\nLarge files need the binary data mode 'filesystem' or 's3' (N8N_DEFAULT_BINARY_DATA_MODE) and enough free space.`,
			};
		case 'network':
			return unreachable(failure.sent ? '' : failure.code);
		default:
			return SERVICE_DOWN;
	}
}

function unreachable(code: string): Message {
	if (isTlsCode(code)) {
		return {
			message: 'The certificate of the service is not trusted, so nothing was sent',
			advice:
				"Check the credential's Base URL, or ask the administrator of this n8n about its certificates.",
		};
	}
	return {
		message: 'The connection to the service did not work',
		advice: "Check the credential's Base URL and that this n8n can reach it, then try again.",
	};
}

export interface About {
	secrets: readonly string[];
	/** Status of the envelope, where that explains a refusal. */
	state?: string;
	/** The service may have carried the request out, or may still do so. */
	uncertain?: boolean;
	/** Where to look in that case. */
	lookAt?: string;
}

/**
 * The error a user sees. It is built from nothing but our own texts and the checked parts of the
 * answer: what n8n threw holds the token and the request body, so it goes no further.
 */
export function apiError(
	node: INode,
	route: Route,
	failure: Failure,
	{ secrets, state = '', uncertain = false, lookAt = '' }: About,
): NodeApiError | NodeOperationError {
	// n8n marks an execution as stopped by exactly this spelling.
	if (failure.kind === 'stopped') return new NodeOperationError(node, 'The execution was canceled');
	const { message, advice } = failureMessage(route, failure);
	const wait = failure.kind === 'refused' ? failure.retryAfter : undefined;
	const problem = failure.kind === 'refused' ? failure.problem : { validationErrors: [] };
	const status = 'status' in failure ? failure.status : undefined;
	const details = { status, route, ...shown(problem, secrets) };
	const isOdd = failure.kind === 'malformed' || failure.kind === 'unproven';
	const odd = isOdd ? (failure.reason ?? '') : '';
	const error = new NodeApiError(
		node,
		{ message, response: { status, data: details } } as unknown as JsonObject,
		{
			message,
			description: describe(details, [
				...(odd ? [printable(without(secrets, odd))] : []),
				...(wait ? [`It asks you to wait ${Math.ceil(wait / 1000)} seconds.`] : []),
				...(state ? [stateLine(state)] : []),
				...(uncertain ? [UNCERTAIN, lookAt].filter(Boolean) : []),
				advice,
			]),
			...(status !== undefined && { httpCode: String(status) }),
		},
	);
	// Read by the item loop: the service is away, whatever the item.
	if (isOutage(route, failure)) error.context.outage = true;
	if (failure.kind === 'session') error.context.signIn = true;
	if (!isRead(route)) error.context.outcome = uncertain ? 'unknown' : 'notDone';
	// n8n replaces a message that contains one of certain words, be it in the name of a host.
	error.message = message;
	return error;
}

/** Also what answers each write with something that is none: a page to sign in at, or nothing but a yes. */
const isOutage = (route: Route, { kind }: Failure): boolean =>
	['timeout', 'network', 'malformed', 'unproven', 'session'].includes(kind) ||
	(kind === 'redirect' && !isRead(route));

function shown(problem: ProblemDetails, secrets: readonly string[]) {
	const clean = (text?: string) =>
		text === undefined ? undefined : printable(without(secrets, text));
	return {
		type: clean(problem.type),
		title: clean(problem.title),
		detail: clean(problem.detail),
		instance: clean(problem.instance),
		validationErrors: problem.validationErrors.map(([field, text]) => [
			printable(without(secrets, field), 100),
			printable(without(secrets, text)),
		]),
	};
}

export const UNCERTAIN =
	'It is not known whether the service carried this out. Check before you run it again.';

const stateLine = (state: string): string =>
	[`The envelope has the status '${printable(state, 40)}'.`, POSSIBLE_IN[state as EnvelopeStatus]]
		.filter(Boolean)
		.join(' ');

const describe = (details: ReturnType<typeof shown>, ours: string[]): string =>
	[
		...sentence(details),
		...details.validationErrors.map(([field, text]) => (field ? `${field}: ${text}` : text)),
		...ours,
	].join('\n');

/** A bare name as `type`, such as PDFIsPasswordProtected, says more than the rest of some answers. */
function sentence({ detail, title, type }: ReturnType<typeof shown>): string[] {
	const name = type !== undefined && /^[A-Za-z][\w.-]{2,}$/.test(type) ? type : undefined;
	const said = detail ?? title ?? name ?? (type === 'about:blank' ? undefined : type);
	if (said === undefined) return [];
	const isNews = name !== undefined && !said.includes(name);
	return [`The service says: ${said}${isNews ? ` (${name})` : ''}`];
}
