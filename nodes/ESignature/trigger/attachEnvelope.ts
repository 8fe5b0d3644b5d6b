import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, sleep } from 'n8n-workflow';

import type { Envelope, UUID } from '../api';
import { UserError } from '../errors/userError';
import type { Host } from '../transport/wire/attempt';
import { Client } from '../transport/client';
import type { Refusals } from '../transport/apiError';

/** The service waits 15 seconds for its answer. */
export const DEADLINE = 8_000;

/** The envelope as it is now, or why it is missing; the event itself must not depend on it. */
export type Attached = { envelope: Envelope } | { envelopeError: string };

const REFUSALS: Refusals = {
	'GET /sign/envelopes/{envelopeID}': {
		404: { message: 'The envelope was not found', advice: 'It may have been deleted since.' },
	},
};
const NO_ENVELOPE = 'The event does not say which envelope it is about.';
const TOO_SLOW = 'The service did not return the envelope in time.';
const NOT_READ = 'The envelope could not be read.';

export async function attachEnvelope(
	host: Host,
	readCredentials: () => Promise<ICredentialDataDecryptedObject>,
	envelopeID: UUID | undefined,
	deadline = DEADLINE,
): Promise<Attached> {
	if (envelopeID === undefined) return { envelopeError: NO_ENVELOPE };
	const over = new AbortController();
	const done = new AbortController();
	// Ends the request as a cancelled execution would, and does not wait for what cannot be ended.
	const caller = Object.create(host, {
		getExecutionCancelSignal: { value: () => over.signal },
	}) as Host;
	const limit = sleep(deadline, done.signal).then(
		() => ({ envelopeError: TOO_SLOW }),
		() => ({ envelopeError: TOO_SLOW }),
	);
	const read = readEnvelope(caller, readCredentials, envelopeID);
	const attached = await Promise.race([read, limit]);
	over.abort();
	done.abort();
	return attached;
}

async function readEnvelope(
	host: Host,
	readCredentials: () => Promise<ICredentialDataDecryptedObject>,
	envelopeID: UUID,
): Promise<Attached> {
	try {
		const client = Client.open(host, await readCredentials(), { refusals: REFUSALS });
		return {
			envelope: await client.request('GET /sign/envelopes/{envelopeID}', { envelopeID }),
		};
	} catch (error) {
		// The client's errors are made of fixed texts; whatever else goes wrong is not for the workflow.
		return { envelopeError: isExplained(error) ? error.message : NOT_READ };
	}
}

const isExplained = (error: unknown): error is Error =>
	error instanceof NodeApiError ||
	error instanceof NodeOperationError ||
	error instanceof UserError;
