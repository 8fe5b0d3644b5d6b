import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, OperationalError } from 'n8n-workflow';

import { withoutMarkup } from '../values/text';

/** What the code may decide by; the sentences are for people. */
export interface Facts {
	/** Known before anything was sent: nothing has happened yet. */
	sent?: false;
	/** What became of a write that failed: nothing was done, a part of it, or that is unknown. */
	outcome?: 'notDone' | 'partlyDone' | 'unknown';
	/** The sentence for that, as long as the outcome is `notDone`: what is read later may show otherwise. */
	notDone?: string;
	/** What is said instead, where it turns out that there is nothing left to look at. */
	undoubted?: string;
	/** Which entry of a bulk request it is about. */
	entry?: number;
	/** The service is away, whatever the item. */
	outage?: boolean;
	/** The credential is what failed. */
	signIn?: boolean;
	/** Why a file that arrived was not kept: completes "because ...". */
	damage?: string;
}

/**
 * What happened, and what the user can do about it. A stack trace would add nothing.
 *
 * It carries neither `response` nor a status: n8n would renew the token a second time for a 401, and
 * would put a stock text in place of this one. n8n's HTTP Request node shows it as it is.
 */
export class UserError extends OperationalError {
	readonly facts: Facts;

	constructor(
		message: string,
		readonly advice?: string,
		facts: Readonly<Facts> = {},
	) {
		super(withoutMarkup(message), { description: advice && withoutMarkup(advice) });
		this.name = 'UserError';
		this.facts = { ...facts };
	}
}

/** For a step that was given up before it changed anything: said only if that is so. */
export const NOTHING_CHANGED = { notDone: 'Nothing was changed.' } as const satisfies Facts;

/** What the user entered cannot be sent. */
export const wrongInput = (message: string, advice?: string, entry?: number): UserError =>
	new UserError(message, advice, { sent: false, outcome: 'notDone', entry });

export const isWrongInput = (error: unknown): error is UserError =>
	error instanceof UserError && error.facts.sent === false;

/** After a cancel. n8n marks the execution as stopped by exactly this spelling. */
export const canceled = (node: INode): NodeOperationError =>
	new NodeOperationError(node, 'The execution was canceled');

/** n8n replaces a message that contains one of certain words, be it in the name of a host. */
export const keepMessage = <Shown extends NodeApiError | NodeOperationError>(
	error: Shown,
	message: string,
): Shown => Object.assign(error, { message });

type ShownError = UserError | NodeApiError | NodeOperationError;

/** Whether its texts are ours. Other errors may hold anything. */
export const isForUsers = (error: unknown): error is ShownError =>
	error instanceof NodeApiError ||
	error instanceof NodeOperationError ||
	error instanceof UserError;

/** n8n keeps them with the error that it shows. */
export const factsOf = (error: ShownError): Facts =>
	error instanceof UserError ? error.facts : (error.context as Facts);
