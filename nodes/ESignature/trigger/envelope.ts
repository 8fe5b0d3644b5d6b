import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import type { Envelope, UUID } from '../api/types';
import type { Refusals } from '../errors/sentences';
import { UserError } from '../errors/userError';
import { Client } from '../transport/client';
import { readAccount } from '../transport/session/account';
import { within } from './deadline';

const REFUSALS: Refusals = {
	'GET /sign/envelopes/{envelopeID}': {
		404: { message: 'The envelope was not found', advice: 'It may have been deleted since.' },
	},
};

/** The envelope as it is now, or why it is missing; the event itself must not depend on it. */
type Attached = { envelope: Envelope } | { envelopeError: string };

/** `end`: when the request has to be answered. */
export async function attachEnvelope(
	host: IWebhookFunctions,
	envelopeID: UUID | undefined,
	end: number,
): Promise<Attached> {
	if (envelopeID === undefined) {
		return { envelopeError: 'The event does not say which envelope it is about.' };
	}
	const deadline = new AbortController();
	const reading = readEnvelope(host, envelopeID, deadline.signal);
	const attached = await within(reading, end - performance.now());
	deadline.abort();
	return attached ?? { envelopeError: 'The service did not return the envelope in time.' };
}

async function readEnvelope(
	host: IWebhookFunctions,
	envelopeID: UUID,
	cancel: AbortSignal,
): Promise<Attached> {
	try {
		const credentials = await host.getCredentials<ICredentialDataDecryptedObject>('eSignatureApi');
		const client = new Client(host, readAccount(credentials), {
			texts: { refusals: REFUSALS },
			cancel,
		});
		return { envelope: await client.request('GET /sign/envelopes/{envelopeID}', { envelopeID }) };
	} catch (error) {
		return {
			envelopeError: error instanceof UserError ? error.message : 'The envelope could not be read.',
		};
	}
}
