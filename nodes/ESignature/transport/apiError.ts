import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { EnvelopeStatus, Route } from '../api';
import type { Failure, ProblemDetails } from '../errors/failure';
import { printable, without } from '../errors/printable';
import { factsOf, type Facts } from '../errors/userError';
import { failureMessage, POSSIBLE_IN, type Texts } from './messages';
import { isRead } from './retry';

export interface About {
	texts?: Texts;
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
	{ texts = {}, secrets, state = '', uncertain = false, lookAt = '' }: About,
): NodeApiError | NodeOperationError {
	// n8n marks an execution as stopped by exactly this spelling.
	if (failure.kind === 'stopped') return new NodeOperationError(node, 'The execution was canceled');
	const { message, advice } = failureMessage(route, failure, texts);
	const wait = failure.kind === 'refused' ? failure.retryAfter : undefined;
	const problem = failure.kind === 'refused' ? failure.problem : { validationErrors: [] };
	const status = 'status' in failure ? failure.status : undefined;
	const details = { status, route, ...printableProblem(problem, secrets) };
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
	Object.assign(factsOf(error), {
		...(isOutage(route, failure) && { outage: true }),
		...(failure.kind === 'session' && { signIn: true }),
		...(!isRead(route) && { outcome: uncertain ? 'unknown' : 'notDone' }),
	} satisfies Facts);
	// n8n replaces a message that contains one of certain words, be it in the name of a host.
	error.message = message;
	return error;
}

/** Also what answers each write with something that is none: a page to sign in at, or nothing but a yes. */
const isOutage = (route: Route, { kind }: Failure): boolean =>
	['timeout', 'network', 'malformed', 'unproven', 'session'].includes(kind) ||
	(kind === 'redirect' && !isRead(route));

function printableProblem(problem: ProblemDetails, secrets: readonly string[]) {
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

const describe = (details: ReturnType<typeof printableProblem>, ours: string[]): string =>
	[
		...sentence(details),
		...details.validationErrors.map(([field, text]) => (field ? `${field}: ${text}` : text)),
		...ours,
	].join('\n');

/** A bare name as `type`, such as PDFIsPasswordProtected, says more than the rest of some answers. */
function sentence({ detail, title, type }: ReturnType<typeof printableProblem>): string[] {
	const name = type !== undefined && /^[A-Za-z][\w.-]{2,}$/.test(type) ? type : undefined;
	const said = detail ?? title ?? name ?? (type === 'about:blank' ? undefined : type);
	if (said === undefined) return [];
	const isNews = name !== undefined && !said.includes(name);
	return [`The service says: ${said}${isNews ? ` (${name})` : ''}`];
}
