import type { INode, JsonObject, NodeOperationError } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { isRead, type Route } from '../api/endpoints';
import { isTlsCode, unreachable, type Failure, type ProblemDetails } from '../errors/failure';
import { quantity, quoted } from '../values/text';
import { canceled, factsOf, keepMessage, type Facts } from '../errors/userError';
import { isTransient } from './retry';

/** What happened, and what the user can do about it. */
export interface Explanation {
	message: string;
	advice: string;
	/** Goes before the advice, unless the outcome is unknown: then running it again could do it twice. */
	again?: string;
	/** What the refusal spared. It is said only if nothing shows or hides that the service did a part all the same. */
	notDone?: string;
}

/** What the service refuses, by route and status, in words for the step in which it occurs. */
export type Refusals = Partial<Record<Route, Partial<Record<number, Explanation>>>>;

/** What only the layers above can say: they know the step and its form. */
export interface Texts {
	refusals?: Refusals;
	/** Goes before the general advice, by status or kind of failure. */
	advice?: Partial<Record<number | Failure['kind'], string>>;
}

/** A canceled execution has an error of its own. */
type ReportedFailure = Exclude<Failure, { kind: 'stopped' }>;

/** What to say about a failure: for a refusal by route and status, otherwise by its kind. */
export function failureMessage(
	route: Route,
	failure: ReportedFailure,
	{ refusals = {}, advice = {} }: Texts,
	uncertain = false,
): Explanation {
	const refused = failure.kind === 'refused' ? failure.status : undefined;
	const own = refused === undefined ? undefined : refusals[route]?.[refused];
	if (own) return own;
	const { again, ...general } = generalMessage(failure);
	const all = [advice[refused ?? failure.kind], uncertain ? '' : again, general.advice];
	return { ...general, advice: all.filter(Boolean).join(' ') };
}

function generalMessage(failure: ReportedFailure): Explanation {
	switch (failure.kind) {
		case 'refused': {
			const byStatus: Partial<Record<number, Explanation>> = GENERAL;
			return byStatus[failure.status] ?? GENERAL[isTransient(failure.status) ? 'down' : 400];
		}
		case 'session': {
			const { message, description } = failure.error;
			return { message, advice: description ?? OPEN_CREDENTIAL };
		}
		case 'damaged':
			return {
				message: `The file was not kept, because ${failure.reason}`,
				advice:
					"Run the step again later. If it happens again, contact the service's support team.",
			};
		case 'storage':
			return {
				message: 'n8n could not store the file',
				advice: `n8n says: ${failure.reason}\nFor large files, use the binary data mode 'filesystem' (N8N_DEFAULT_BINARY_DATA_MODE) and make sure that there is enough free space.`,
			};
		case 'network':
			return failure.sent && !isTlsCode(failure.code)
				? GENERAL.network
				: unreachable(failure.code, 'the service');
		default:
			return GENERAL[failure.kind];
	}
}

const OPEN_CREDENTIAL = 'Open the credential to see what is wrong.';
const CHECK_NETWORK = 'If it happens again, check the network between this n8n and the service.';

export const UNPROVEN = 'The service did not confirm this step';

/** For statuses without a text of their own, and for what is no refusal. */
export const GENERAL = {
	400: {
		message: 'The service did not accept the inputs',
		advice: 'Correct the inputs, then run the step again.',
	},
	401: {
		message: 'The service rejected a new access token',
		advice: `${OPEN_CREDENTIAL} Check that the application is still enabled, and that the 'Base URL' is that of its region.`,
	},
	403: {
		message: 'This application is not allowed to do that',
		advice: 'Use another credential, or ask your administrator for permission.',
	},
	404: {
		message: 'The service could not find what this step refers to',
		advice: "Check the IDs, and that the credential is for the envelope's region.",
	},
	409: {
		message: 'This is not possible in the current state of the envelope',
		advice: 'Check the status of the envelope first.',
	},
	413: {
		message: 'The file is too large for the service',
		advice: 'Reduce its size or split it.',
	},
	415: {
		message: 'The service does not accept this type of file',
		advice: 'Send a PDF, or another format that the service accepts.',
	},
	422: {
		message: 'The service could not process the inputs',
		advice: 'Correct the inputs, then run the step again.',
	},
	429: {
		message: 'Rate limit reached: the service accepts no more requests for now',
		advice: 'Run the step again later.',
	},
	/** 5xx and the like. */
	down: {
		message: 'The service had an internal problem and did not complete the request',
		again: 'Try again later.',
		advice: "If it happens again, contact the service's support team.",
	},
	/** Also in the middle of an answer, or of a file. */
	network: {
		message: 'The connection to the service was lost before its answer was complete',
		again: 'Try again later.',
		advice: CHECK_NETWORK,
	},
	timeout: {
		message: 'The service did not respond in time',
		again: 'Try again later.',
		advice: CHECK_NETWORK,
	},
	redirect: {
		message:
			'The service redirected the request to another address, and the redirect was not followed',
		advice: "Enter the final address as the credential's Base URL.",
	},
	malformed: {
		message: 'The service sent a response that could not be understood',
		advice:
			"Check that the credential's Base URL points to the service itself, not to a web page or a proxy. If it does, contact the service's support team.",
	},
	unproven: {
		message: UNPROVEN,
		advice: "If it happens each time, contact the service's support team.",
	},
	tooLarge: {
		message: 'The response of the service is too large and was not read completely',
		advice: "Check that the credential's Base URL points to the service itself.",
	},
} satisfies Record<number | string, Explanation>;

/** Makes a text of the service safe to show. */
interface HidesSecrets {
	hideIn(text: string, longest?: number): string;
}

export interface About {
	texts?: Texts;
	secrets: HidesSecrets;
	/** Status of the envelope, where that may explain a refusal. */
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
	if (failure.kind === 'stopped') return canceled(node);
	const { message: cause, notDone } = failureMessage(route, failure, texts);
	const message = state ? `${cause} (its status is ${quoted(state, 40)})` : cause;
	const wait = failure.kind === 'refused' ? failure.retryAfter : undefined;
	const problem = failure.kind === 'refused' ? failure.problem : { validationErrors: [] };
	const status = 'status' in failure ? failure.status : undefined;
	const details = { status, route, ...printableProblem(problem, secrets) };
	const isOdd = failure.kind === 'malformed' || failure.kind === 'unproven';
	const odd = isOdd ? (failure.reason ?? '') : '';
	const description = (isInDoubt: boolean): string =>
		describe(details, [
			...(odd ? [secrets.hideIn(odd)] : []),
			...(wait ? [askedToWait(wait)] : []),
			...(isInDoubt ? [UNCERTAIN, lookAt].filter(Boolean) : []),
			failureMessage(route, failure, texts, isInDoubt).advice,
		]);
	const error = new NodeApiError(
		node,
		{ message, response: { status, data: details } } as unknown as JsonObject,
		{
			message,
			description: description(uncertain),
			...(status !== undefined && { httpCode: String(status) }),
		},
	);
	Object.assign(factsOf(error), {
		...(isOutage(route, failure) && { outage: true }),
		...(failure.kind === 'session' && { signIn: true }),
		...(failure.kind === 'damaged' && { damage: failure.reason }),
		...(!isRead(route) && { outcome: uncertain ? 'unknown' : 'notDone' }),
		...(notDone !== undefined && { notDone }),
		...(uncertain && { undoubted: description(false) }),
	} satisfies Facts);
	return keepMessage(error, message);
}

const askedToWait = (milliseconds: number): string =>
	`The service asks you to wait ${quantity(Math.ceil(milliseconds / 1000), 'seconds')}.`;

/** Includes a proxy that answers every write with a sign-in page, or with a bare success. */
const isOutage = (route: Route, { kind }: Failure): boolean =>
	['timeout', 'network', 'malformed', 'unproven', 'session'].includes(kind) ||
	(kind === 'redirect' && !isRead(route));

function printableProblem(problem: ProblemDetails, secrets: HidesSecrets) {
	const clean = (text?: string) => (text === undefined ? undefined : secrets.hideIn(text));
	return {
		type: clean(problem.type),
		title: clean(problem.title),
		detail: clean(problem.detail),
		instance: clean(problem.instance),
		validationErrors: problem.validationErrors.map(([field, text]) => [
			secrets.hideIn(field, 100),
			secrets.hideIn(text),
		]),
	};
}

export const UNCERTAIN =
	'It is not known whether the service carried out this step. Check before you run it again.';

/** What the service says stands last: it may be long, and in words that the user does not know. */
const describe = (details: ReturnType<typeof printableProblem>, ours: string[]): string =>
	[...details.validationErrors.map(complaint), ...ours, ...sentence(details)].join('\n');

const complaint = ([field, text]: string[]): string => `${field}: ${text}`;

/** A bare name as `type`, such as PDFIsPasswordProtected, says more than the rest of some answers. */
function sentence(details: ReturnType<typeof printableProblem>): string[] {
	const { detail = '', title = '', type = '' } = details;
	const name = /^[A-Za-z][\w.-]{2,}$/.test(type) ? type : '';
	const said = [detail.includes(title) ? '' : title, detail].filter(Boolean).join(': ') || name;
	if (said === '') return [];
	return [`The service says: ${said}${said.includes(name) ? '' : ` (${name})`}`];
}
