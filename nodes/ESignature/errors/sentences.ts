import { isRead, type Route } from '../api/endpoints';
import { quantity, quoted, withoutMarkup } from '../values/text';
import {
	isCertificateCode,
	isTlsCode,
	isTransient,
	type Failure,
	type ProblemDetails,
} from './failure';
import { canceled, UserError, type ServiceAnswer, type Details } from './userError';

/** What happened, and what the user can do about it. */
export interface Explanation {
	message: string;
	advice: string;
	/** Trying again may help. */
	isTemporary?: boolean;
	/** Shown only if nothing was done, for example "No field was added." */
	unchanged?: string;
}

/** Explanations of documented refusals, by route and status, in words for the step in which they occur. */
export type Refusals = Partial<Record<Route, Partial<Record<number, Explanation>>>>;

/** Texts from the layers above, which know the step and its form. */
export interface Texts {
	refusals?: Refusals;
	/** Goes before the general advice, by status or kind of failure. */
	advice?: Partial<Record<number | Failure['kind'], string>>;
}

const OPEN_CREDENTIAL = 'Open the credential to see what is wrong.';
const CHECK_NETWORK = 'If it happens again, check the network between this n8n and the service.';

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
		isTemporary: true,
		advice: "If it happens again, contact the service's support team.",
	},
	/** Also in the middle of an answer, or of a file. */
	network: {
		message: 'The connection to the service was lost before its answer was complete',
		isTemporary: true,
		advice: CHECK_NETWORK,
	},
	timeout: {
		message: 'The service did not respond in time',
		isTemporary: true,
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
	unconfirmed: {
		message: 'The service did not confirm this step',
		advice: "If it happens every time, contact the service's support team.",
	},
	tooLarge: {
		message: 'The response of the service is too large and was not read completely',
		advice: "Check that the credential's Base URL points to the service itself.",
	},
} satisfies Record<number | string, Explanation>;

/** For a connection that was never made. `service`: in words, or its address. */
export function unreachable(code: string, service: string): Explanation {
	if (isCertificateCode(code)) {
		return {
			message: `The certificate of ${service} is not trusted, so nothing was sent`,
			advice:
				"Check the credential's Base URL, or ask the administrator of this n8n about its certificates.",
		};
	}
	if (isTlsCode(code)) {
		return {
			message: `Could not make a secure connection to ${service}`,
			advice:
				"Check the credential's Base URL: the server there does not support https, or only an outdated version.",
		};
	}
	return {
		message: `Could not connect to ${service}`,
		advice: "Check the credential's Base URL and that this n8n can reach it, then try again.",
	};
}

/** A canceled execution has an error of its own. */
type ReportedFailure = Exclude<Failure, { kind: 'stopped' }>;

/** For a refusal by route and status, otherwise by the kind of failure. */
function explanationOf(
	route: Route,
	failure: ReportedFailure,
	{ refusals = {}, advice: special = {} }: Texts,
): Explanation {
	const own = failure.kind === 'refused' ? refusals[route]?.[failure.status] : undefined;
	if (own) return own;
	const general = generalExplanation(failure);
	const more = special[failure.kind === 'refused' ? failure.status : failure.kind];
	return more ? { ...general, advice: `${more} ${general.advice}` } : general;
}

function generalExplanation(failure: ReportedFailure): Explanation {
	switch (failure.kind) {
		case 'refused': {
			const byStatus: Partial<Record<number, Explanation>> = GENERAL;
			return byStatus[failure.status] ?? GENERAL[isTransient(failure.status) ? 'down' : 400];
		}
		case 'session': {
			const { message, advice } = failure.error;
			return { message, advice: advice || OPEN_CREDENTIAL };
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

export interface About {
	texts?: Texts;
	/** Makes a text of the service safe to show. */
	redact(text: unknown, max?: number): string;
	/** Status of the envelope, where that may explain a refusal. */
	state?: string;
	/** The service may have carried the request out, or may still do so. */
	isUnknown?: boolean;
	/** Where to look in that case. */
	adviceIfUnknown?: string;
}

/** The error for a request that failed, made of our own texts and the checked parts of the answer. */
export function requestError(
	route: Route,
	failure: Failure,
	{ texts = {}, redact, state = '', isUnknown = false, adviceIfUnknown }: About,
): UserError {
	if (failure.kind === 'stopped') return canceled();
	const { message, advice, isTemporary, unchanged } = explanationOf(route, failure, texts);
	const wait = failure.kind === 'refused' ? failure.retryAfter : undefined;
	const isUnexpected = failure.kind === 'malformed' || failure.kind === 'unconfirmed';
	return new UserError(
		state ? `${message} (its status is ${quoted(state, 40)})` : message,
		advice,
		{
			answer: answerOf(route, failure, redact),
			notes: [
				...(isUnexpected && failure.reason ? [redact(failure.reason)] : []),
				...(wait ? [askedToWait(wait)] : []),
			],
			isTemporary,
			adviceIfUnknown,
			unchanged,
			down: downOf(route, failure),
			outcome: isRead(route) ? undefined : isUnknown ? 'unknown' : 'notDone',
		},
	);
}

const askedToWait = (milliseconds: number): string =>
	`The service asks you to wait ${quantity(Math.ceil(milliseconds / 1000), 'seconds')}.`;

function answerOf(route: Route, failure: Failure, redact: About['redact']): ServiceAnswer {
	const status = 'status' in failure ? failure.status : undefined;
	const problem: ProblemDetails =
		failure.kind === 'refused' ? failure.problem : { validationErrors: [] };
	const { type, title, detail, instance, validationErrors } = problem;
	const shown = (text?: string) => (text === undefined ? undefined : redact(text));
	return {
		status,
		route,
		type: shown(type),
		title: shown(title),
		detail: shown(detail),
		instance: shown(instance),
		validationErrors: validationErrors.map(([field, text]) => [redact(field, 100), redact(text)]),
	};
}

/** Whether the cause affects other items, too. A proxy may answer every write with a sign-in page, or with a bare success. */
function downOf(route: Route, failure: Failure): Details['down'] {
	switch (failure.kind) {
		case 'session':
			return 'credential';
		case 'refused':
			if (failure.status === 401) return 'credential';
			return failure.status === 429 || failure.status >= 500 ? 'service' : undefined;
		case 'redirect':
			return isRead(route) ? undefined : 'service';
		case 'timeout':
		case 'network':
		case 'malformed':
		case 'unconfirmed':
			return 'service';
		default:
			return undefined;
	}
}

// --- Signing in ----------------------------------------------------------------------------------

const WRONG_SECRET =
	"The service did not accept the Client ID and Client Secret. Check both, and that the 'Base URL' is the address of the region they belong to.";

const SIGN_IN_REFUSED: Partial<Record<number, string>> = {
	400: WRONG_SECRET,
	401: WRONG_SECRET,
	403: "The service does not let this application sign in. Ask the administrator of the account whether the application is enabled, and check the 'Base URL'.",
	429: 'The service limits sign-in attempts. Wait a minute and try again.',
};

/** For the person who entered the credential: n8n's test of it shows the message alone (n8n, credentials-tester.service.ts). */
export function signInError(
	failure: Failure,
	origin: string,
	redact: (text: string) => string,
): UserError {
	switch (failure.kind) {
		case 'session':
			return failure.error;
		case 'refused': {
			const { status, problem } = failure;
			const said = redact(problem.detail ?? problem.title ?? '');
			const message = isTransient(status)
				? `The service at ${origin} cannot sign you in at the moment (status ${status}). Try again later.`
				: (SIGN_IN_REFUSED[status] ?? notTheService(origin).message);
			return new UserError(message, said && `The service says: ${said}`);
		}
		case 'redirect':
			return new UserError(
				`Check the 'Base URL': ${origin} redirects requests to another address, and the redirect was not followed. Enter the final address.`,
			);
		case 'network':
			if (isTlsCode(failure.code)) {
				const { message, advice } = unreachable(failure.code, origin);
				return new UserError(`${message}. ${advice}`);
			}
			return UNKNOWN_HOST.has(failure.code)
				? new UserError(`No server was found at ${origin}. Check the 'Base URL'.`)
				: noSignInAnswer(origin);
		default:
			return noSignInAnswer(origin);
	}
}

const UNKNOWN_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN']);

export const notTheService = (origin: string): UserError =>
	new UserError(
		`Check the 'Base URL': ${origin} does not respond like the e-signature service. Copy the token endpoint or the address of your region from the service's portal.`,
	);

export const noSignInAnswer = (origin: string): UserError =>
	new UserError(`${origin} did not answer the sign-in request. ${unreachable('', origin).advice}`);

// --- Below the message ---------------------------------------------------------------------------

const UNKNOWN =
	'It is not known whether the service carried out this step. Check before you run it again.';

/** The second one is for a run that may have sent other items, now or in an earlier attempt. */
export const NOTHING_SENT = 'Nothing was sent.';
export const NOT_FOR_THIS_ITEM = 'Nothing was sent for this item.';

/**
 * The lines below the message of an error. The text of the service is last: it may be long, and in words that the user
 * does not know.
 */
export function descriptionOf({ advice, details }: UserError, nothingSent = NOTHING_SENT): string {
	const { isInput, outcome, answer, notes = [], isTemporary, adviceIfUnknown, unchanged } = details;
	const isNotDone = outcome === 'notDone';
	const isUnknown = outcome === 'unknown';
	const actions = [
		isTemporary && !isUnknown ? 'Try again later.' : '',
		advice,
		isInput && isNotDone ? nothingSent : '',
	];
	const lines = [
		isNotDone ? unchanged : '',
		...(answer?.validationErrors ?? []).map(([field, text]) => `${field}: ${text}`),
		...notes,
		...(isUnknown ? [UNKNOWN, adviceIfUnknown] : []),
		actions.filter(Boolean).join(' '),
		answer ? saidBy(answer) : '',
	];
	return withoutMarkup(lines.filter(Boolean).join('\n'));
}

/** A bare name as `type`, such as PDFIsPasswordProtected, says more than the rest of some answers. */
function saidBy({ detail = '', title = '', type = '' }: ServiceAnswer): string {
	const name = /^[A-Za-z][\w.-]{2,}$/.test(type) ? type : '';
	const said = [detail.includes(title) ? '' : title, detail].filter(Boolean).join(': ') || name;
	if (said === '') return '';
	return `The service says: ${said}${said.includes(name) ? '' : ` (${name})`}`;
}
