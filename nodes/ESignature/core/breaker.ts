import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { statusOf, type NodeError } from './nodeError';

interface Reason {
	message: string;
	description: string;
}

const SILENT: Reason = {
	message: 'Not attempted, since the service did not answer for the items before this one',
	description: 'Run the workflow again for these items when the service works again.',
};
const NO_ENTRY: Reason = {
	message:
		'Not attempted, since the service did not accept the credential for the items before this one',
	description: 'Open the credential and test it, then run the workflow again for these items.',
};
const MOST = { failures: 5, refusedSignIns: 3 };

/** A service that fails so often in a row is left alone for the rest of the run. */
export class Breaker {
	private failures = 0;

	private refusedSignIns = 0;

	succeeded(): void {
		this.failures = 0;
		this.refusedSignIns = 0;
	}

	failed(error: NodeError): void {
		this.failures = isOutage(error) ? this.failures + 1 : 0;
		this.refusedSignIns = isRefusedSignIn(error) ? this.refusedSignIns + 1 : 0;
	}

	/** Why nothing more is attempted, if so. */
	get open(): Reason | undefined {
		if (this.refusedSignIns >= MOST.refusedSignIns) return NO_ENTRY;
		return this.failures >= MOST.failures ? SILENT : undefined;
	}
}

/** Limits, trouble and silence of the service; not what one item did wrong. */
const isOutage = (error: NodeError): boolean => {
	const status = statusOf(error);
	return status === 429 || status >= 500 || error.context.outage === true;
};

/** The service does not take the credential, or not even a new token: no later item will fare better. */
const isRefusedSignIn = (error: NodeError): boolean =>
	statusOf(error) === 401 || error.context.signIn === true;

export function notAttempted(node: INode, { message, description }: Reason): NodeError {
	const error = new NodeOperationError(node, message, { description });
	error.context.outcome = 'notDone';
	return error;
}
