import type { Envelope, NewEnvelope } from '../../api';
import type { Call } from '../../core';

/**
 * Creates an envelope in one request. When the answer is lost nothing is adopted: a name and a time prove
 * nothing, since somebody else may have created a draft of the same name at the same moment.
 */
export async function createEnvelope(call: Call, body: NewEnvelope): Promise<Envelope> {
	return await call.request('POST /sign/envelopes', {
		body,
		finish: true,
		lookAt: `Look for a draft named '${await call.shown(body.name)}', created at about ${new Date().toISOString()}.`,
	});
}
