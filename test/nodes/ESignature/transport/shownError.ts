import { RESOURCES } from '../../../../nodes/ESignature/actions';
import type { Route } from '../../../../nodes/ESignature/api';
import { textsOf } from '../../../../nodes/ESignature/core/form';
import { apiError, type About } from '../../../../nodes/ESignature/transport/apiError';
import type { Failure } from '../../../../nodes/ESignature/errors/failure';
import { readProblem } from '../../../../nodes/ESignature/transport/reply';
import { Redactor } from '../../../../nodes/ESignature/values/redact';
import { printable } from '../../../../nodes/ESignature/values/text';
import { node } from '../sampleNode';

const TEXTS = textsOf(RESOURCES);

export const GET: Route = 'GET /sign/envelopes/{envelopeID}';
export const POST: Route = 'POST /sign/envelopes/{envelopeID}/participants';

interface Given extends Partial<Omit<About, 'secrets'>> {
	route?: Route;
	secrets?: string[];
}

/** What a user sees of a failure. */
export function errorFor(failure: Failure, { route = GET, secrets = [], ...more }: Given = {}) {
	const redactor = new Redactor(secrets);
	const hideIn = (text: string, longest?: number) => printable(redactor.redact(text), longest);
	return apiError(node, route, failure, { texts: TEXTS, secrets: { hideIn }, ...more });
}

/** The service answered with this status and body. */
export const answered = (status: number, body: object): Failure => ({
	kind: 'refused',
	status,
	problem: readProblem(JSON.stringify(body)),
});
