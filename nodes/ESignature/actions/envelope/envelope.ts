import { type Envelope, type NewEnvelope, type ShortEnvelope, type UUID } from '../../api';
import { remove, unlessMissing, write, type Call, type Reconciled } from '../../core';
import { oneOf, text, textOf } from '../shared/inputs';
import * as form from './form';

/** The envelope to create, or an error that says what to correct. */
export function envelopeInput(entered: object, defaults: object = {}): NewEnvelope {
	const row = { ...defaults, ...entered };
	const notificationsManagedBy = oneOf(row, form.notificationsManagedBy);
	// Where the sender notifies, the texts are for nobody, but may be required (docs/api.md, Envelopes: `create-required`).
	const hasTexts = notificationsManagedBy === 'service' || isAnyGiven(entered);
	return {
		name: text(row, form.name),
		mode: oneOf(row, form.mode),
		// The default is not sent: a service that does not know the key yet may refuse it.
		...(notificationsManagedBy === 'sender' && { notificationsManagedBy }),
		...(hasTexts && {
			notification: {
				subject: text(row, form.subject),
				body: text(row, form.body),
			},
		}),
	};
}

const isAnyGiven = (row: object): boolean =>
	[form.subject, form.body].some(
		({ name }) => textOf((row as Record<string, unknown>)[name]).trim() !== '',
	);

export const readEnvelope = async (
	{ request }: Pick<Call, 'request'>,
	envelopeID: UUID,
): Promise<Envelope> => await request('GET /sign/envelopes/{envelopeID}', { envelopeID });

/**
 * Adds what the answer to a write leaves out. The answer wins, since a read may be served from an older copy. If the
 * envelope cannot be read, the write is still a success.
 */
export async function wholeEnvelope<Answer extends object>(
	call: Pick<Call, 'request'>,
	envelopeID: UUID,
	answer: Answer,
): Promise<Answer & { warnings?: string[] }> {
	const whole = await readEnvelope(call, envelopeID).catch(() => ({ warnings: [NOT_READ] }));
	return { ...whole, ...answer };
}

const NOT_READ =
	'The change was made, but the envelope could not be read afterward, so parts of it may be missing here.';

export async function sendEnvelope(
	call: Call,
	envelopeID: UUID,
): Promise<Reconciled<ShortEnvelope>> {
	return await write(
		call,
		'POST /sign/envelopes/{envelopeID}:send-for-signing',
		{ envelopeID, ignoresCancel: true },
		{
			readBack: async (reader) => await readEnvelope(reader, envelopeID),
			// An envelope that is read as sealed may have been sent long ago.
			isDone: ({ status }) => status === 'sent' || status === 'processing',
			// Sending twice is refused by the service.
			repeatable: true,
		},
	);
}

/** Deletes the envelope and everything in it. */
export async function removeEnvelope(
	call: Pick<Call, 'request' | 'pause' | 'option'>,
	envelopeID: UUID,
): Promise<Reconciled<object>> {
	return await remove(
		call,
		async () =>
			await call.request('DELETE /sign/envelopes/{envelopeID}', {
				envelopeID,
				adviceIfUnknown: `Check whether the envelope ${envelopeID} still exists.`,
			}),
		async (reader) => {
			const left = await unlessMissing(readEnvelope(reader, envelopeID));
			return !left || left.status === 'deleted';
		},
	);
}
