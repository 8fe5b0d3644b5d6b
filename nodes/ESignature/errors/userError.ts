import { OperationalError } from 'n8n-workflow';

import type { Route } from '../api/endpoints';
import { withoutMarkup } from '../values/text';

/** Of a write that failed. */
export type Outcome = 'notDone' | 'partlyDone' | 'unknown';

export type ValidationErrors = Array<[field: string, message: string]>;

/** Problem details (RFC 9457). */
export interface Problem {
	type?: string;
	title?: string;
	detail?: string;
	instance?: string;
	validationErrors: ValidationErrors;
}

/** The answer of the service, safe to show. */
export interface ServiceAnswer extends Problem {
	route: Route;
	status?: number;
}

/** Code decides by these; some are shown below the message. */
export interface Details {
	/** An input that was refused here, so that nothing was sent. */
	isInput?: boolean;
	outcome?: Outcome;
	/** Which entry of a bulk request it is about. */
	entry?: number;
	/** The cause affects other items, too. */
	down?: 'service' | 'credential';
	/** Of a request that failed. */
	answer?: ServiceAnswer;
	/** More about the cause, a line each. */
	notes?: readonly string[];
	/** Trying again may help. Not said if the outcome is unknown: a second try could do it twice. */
	isTemporary?: boolean;
	/** Where to look if the outcome is unknown. */
	adviceIfUnknown?: string;
	/** Shown only if nothing was done, for example "No field was added." */
	unchanged?: string;
}

/**
 * Immutable: to add details, make a new one with `with`.
 *
 * It carries neither `response` nor a status of its own: n8n would renew the token a second time for a 401 (n8n-core,
 * authentication.ts), and would put a stock text in place of this one (n8n-workflow, node-api.error.ts). n8n's HTTP
 * Request node shows it as it is.
 */
export class UserError extends OperationalError {
	constructor(
		message: string,
		readonly advice = '',
		readonly details: Readonly<Details> = {},
		cause?: unknown,
	) {
		// n8n takes a run for canceled if its error has that word in small letters, be it in a name that is quoted
		// (n8n-core, workflow-execute.ts).
		const shown = message === CANCELED ? message : message.replaceAll('canceled', 'Canceled');
		super(withoutMarkup(shown), { description: withoutMarkup(advice) || undefined, cause });
		this.name = 'UserError';
	}

	/** The same error with more details. */
	with(details: Details): UserError {
		return new UserError(this.message, this.advice, { ...this.details, ...details }, this.cause);
	}

	/** The same error with a note before the others. */
	withNote(note: string | undefined, details: Details = {}): UserError {
		const { notes = [] } = this.details;
		return this.with({ ...details, notes: note ? [note, ...notes] : notes });
	}
}

const CANCELED = 'The execution was canceled';

export const canceled = (why?: string): UserError => new UserError(CANCELED, why);

/** Anything thrown, as a UserError. An error of n8n or of JavaScript becomes its cause. */
export function caught(error: unknown): UserError {
	if (error instanceof UserError) return error;
	return new UserError(error instanceof Error ? error.message : String(error), '', {}, error);
}

export const wrongInput = (message: string, advice?: string, entry?: number): UserError =>
	new UserError(message, advice, { isInput: true, outcome: 'notDone', entry });

export const isWrongInput = (error: unknown): error is UserError =>
	error instanceof UserError && error.details.isInput === true;

/** Whether the service may have done, or may still do, what was asked. */
export const isUnknown = (error: unknown): boolean =>
	error instanceof UserError && error.details.outcome === 'unknown';

/** The status that the service answered with, or NaN. */
export const statusOf = (error: unknown): number =>
	error instanceof UserError ? (error.details.answer?.status ?? NaN) : NaN;

/** The reply, or undefined when the service does not know the thing. */
export const unlessMissing = async <Reply>(reply: Promise<Reply>): Promise<Reply | undefined> =>
	await unless([404], reply);

/** The reply, or undefined when the thing does not exist in this state. */
export const unlessRefused = async <Reply>(reply: Promise<Reply>): Promise<Reply | undefined> =>
	await unless([404, 409], reply);

async function unless<Reply>(
	statuses: number[],
	reply: Promise<Reply>,
): Promise<Reply | undefined> {
	return await reply.catch(async (error: unknown) =>
		statuses.includes(statusOf(error)) ? undefined : await Promise.reject(error),
	);
}
