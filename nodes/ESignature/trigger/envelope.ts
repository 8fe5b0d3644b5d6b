import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import type { Envelope, UUID } from '../api/types';
import type { Refusals } from '../errors/sentences';
import { UserError } from '../errors/userError';
import { Client } from '../transport/client';
import { readAccount } from '../transport/session/account';
import type { Host } from '../transport/session/session';
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
	// The request ends at the deadline as it would in a canceled execution.
	const reader = Object.create(host, {
		getExecutionCancelSignal: { value: () => deadline.signal },
	}) as IWebhookFunctions & Host;
	const attached = await within(readEnvelope(reader, envelopeID), end - performance.now());
	deadline.abort();
	return attached ?? { envelopeError: 'The service did not return the envelope in time.' };
}

async function readEnvelope(host: IWebhookFunctions & Host, envelopeID: UUID): Promise<Attached> {
	try {
		const credentials = await host.getCredentials<ICredentialDataDecryptedObject>('eSignatureApi');
		const client = new Client(host, readAccount(credentials), { refusals: REFUSALS });
		return { envelope: await client.request('GET /sign/envelopes/{envelopeID}', { envelopeID }) };
	} catch (error) {
		return {
			envelopeError: error instanceof UserError ? error.message : 'The envelope could not be read.',
		};
	}
}
