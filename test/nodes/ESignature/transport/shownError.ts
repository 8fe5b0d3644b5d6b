import { RESOURCES } from '../../../../nodes/ESignature/actions';
import type { Route } from '../../../../nodes/ESignature/api';
import { textsOf } from '../../../../nodes/ESignature/core/form';
import type { Failure } from '../../../../nodes/ESignature/errors/failure';
import { nodeError } from '../../../../nodes/ESignature/errors/nodeError';
import { requestError, type About } from '../../../../nodes/ESignature/errors/sentences';
import { readProblem } from '../../../../nodes/ESignature/transport/reply';
import { Redactor } from '../../../../nodes/ESignature/values/redact';
import { printable } from '../../../../nodes/ESignature/values/text';
import { node } from '../sampleNode';

const TEXTS = textsOf(RESOURCES);

export const GET: Route = 'GET /sign/envelopes/{envelopeID}';
export const POST: Route = 'POST /sign/envelopes/{envelopeID}/participants';

interface Circumstances extends Partial<Omit<About, 'redact'>> {
	route?: Route;
	secrets?: string[];
}

/** The error for a failure. */
export function errorFor(
	failure: Failure,
	{ route = GET, secrets = [], ...more }: Circumstances = {},
) {
	const redactor = new Redactor(secrets);
	const redact = (text: unknown, max?: number) => printable(redactor.redact(String(text)), max);
	return requestError(route, failure, { texts: TEXTS, redact, ...more });
}

/** As a user sees it. */
export const shownFor = (failure: Failure, about?: Circumstances) =>
	nodeError(node, errorFor(failure, about));

/** The service answered with this status and body. */
export const answered = (status: number, body: object): Failure => ({
	kind: 'refused',
	status,
	problem: readProblem(JSON.stringify(body)),
});
