import { RESOURCES } from '../../../../nodes/ESignature/actions';
import type { Route } from '../../../../nodes/ESignature/api';
import { textsOf } from '../../../../nodes/ESignature/core/form';
import { apiError, type About } from '../../../../nodes/ESignature/transport/apiError';
import type { Failure } from '../../../../nodes/ESignature/errors/failure';
import { readProblem } from '../../../../nodes/ESignature/transport/reply';
import { node } from '../sampleNode';

const TEXTS = textsOf(RESOURCES);

export const GET: Route = 'GET /sign/envelopes/{envelopeID}';
export const POST: Route = 'POST /sign/envelopes/{envelopeID}/participants';

/** What a user sees of a failure. */
export const errorFor = (
	failure: Failure,
	{ route = GET, ...more }: { route?: Route } & Partial<About> = {},
) => apiError(node, route, failure, { texts: TEXTS, secrets: new Set(), ...more });

/** The service answered with this status and body. */
export const answered = (status: number, body: object): Failure => ({
	kind: 'refused',
	status,
	problem: readProblem(JSON.stringify(body)),
});
