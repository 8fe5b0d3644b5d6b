import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ENDPOINTS, type Route } from '../api';
import { isTlsCode, type Failure } from './wire/failure';
import { GENERAL, MESSAGES, SERVICE_DOWN, type Message } from './messages';
import type { ProblemDetails } from './wire/problem';
import { mayHaveActed } from './retry';
import { without } from './wire/text';

const isRead = (route: Route): boolean =>
	route.startsWith('GET ') || ENDPOINTS[route].answer.includes('/');

/**
 * The error a user sees. It is built from nothing but our own texts and the checked parts of the
 * answer: what n8n threw holds the token and the request body, so it goes no further.
 */
export function apiError(
	node: INode,
	route: Route,
	failure: Failure,
	secrets: readonly string[],
): NodeApiError | NodeOperationError {
	// n8n marks an execution as stopped by exactly this spelling.
	if (failure.kind === 'stopped') return new NodeOperationError(node, 'The execution was canceled');
	const { message, advice } = messageFor(route, failure);
	const wait = failure.kind === 'refused' ? failure.retryAfter : undefined;
	const problem = failure.kind === 'refused' ? failure.problem : { validationErrors: [] };
	const status = 'status' in failure ? failure.status : undefined;
	const details = { status, route, ...shown(problem, secrets) };
	const error = new NodeApiError(
		node,
		{ message, response: { status, data: details } } as unknown as JsonObject,
		{
			message,
			description: describe(details, wait, advice, !isRead(route) && mayHaveActed(failure)),
			...(status !== undefined && { httpCode: String(status) }),
		},
	);
	// Read by the item loop: the service is away, whatever the item.
	if (failure.kind === 'timeout' || (failure.kind === 'network' && !failure.sent)) {
		error.context.outage = true;
	}
	return error;
}

function messageFor(route: Route, failure: Failure): Message {
	switch (failure.kind) {
		case 'refused':
			return (
				MESSAGES[route]?.[failure.status] ??
				GENERAL[failure.status] ??
				(failure.status >= 500 ? SERVICE_DOWN : (GENERAL[400] as Message))
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
					"Check that the credential's Base URL is the service itself, not a web page or a proxy.",
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
					"Check that the credential's Base URL is the service itself. For files, see 'Max File Size' in the options.",
			};
		case 'storage':
			return {
				message: 'n8n could not store the file',
				advice: `n8n says: ${failure.reason}\nLarge files need the binary data mode 'filesystem' or 's3' (N8N_DEFAULT_BINARY_DATA_MODE) and enough free space.`,
			};
		case 'network':
			return unreachable(failure.code);
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

function shown(problem: ProblemDetails, secrets: readonly string[]) {
	const clean = (text?: string) => (text === undefined ? undefined : without(secrets, text));
	return {
		type: clean(problem.type),
		title: clean(problem.title),
		detail: clean(problem.detail),
		instance: clean(problem.instance),
		validationErrors: problem.validationErrors.map(([field, text]) => [
			without(secrets, field),
			without(secrets, text),
		]),
	};
}

function describe(
	details: ReturnType<typeof shown>,
	wait: number | undefined,
	advice: string,
	uncertain: boolean,
): string {
	return [
		...(details.detail ? [`The service says: ${details.detail}`] : []),
		...details.validationErrors.map(([field, text]) => `${field}: ${text}`),
		...(wait ? [`It asks you to wait ${Math.ceil(wait / 1000)} seconds.`] : []),
		...(uncertain
			? ['It is not known whether the service carried this out. Check before you run it again.']
			: []),
		advice,
	].join('\n');
}
