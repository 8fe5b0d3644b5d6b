import type { Envelope, NewEnvelope, UUID } from '../../api';
import { remove, unlessMissing, write, type Call, type Reconciled } from '../../core';
import { oneOf, sameText, text } from '../shared/inputs';
import * as form from './form';

/** Whether a status is one of these. A reply has them in the contract's spelling, however the service wrote them. */
export const isIn = (status: unknown, ...states: readonly string[]): boolean =>
	states.includes(String(status));

/**
 * The envelope to create, or what to correct.
 * @param more where all but the name is read from
 */
export function envelopeInput(
	call: Pick<Call, 'param'>,
	more: Pick<Call, 'param'> | object = call,
): NewEnvelope {
	const notificationsManagedBy = oneOf(more, form.notificationsManagedBy);
	return {
		name: text(call, form.name),
		mode: oneOf(more, form.mode),
		// The default is left to the service: one that does not know the key yet may refuse it.
		...(notificationsManagedBy === 'sender' && { notificationsManagedBy }),
		// The service renders no text for an envelope whose sender notifies.
		...(notificationsManagedBy === 'service' && {
			notification: {
				subject: text(more, form.subject),
				body: text(more, form.body),
			},
		}),
	};
}

/**
 * Creates an envelope in one request. When the answer is lost nothing is adopted: a name and a time prove
 * nothing, since somebody else may have created a draft of the same name at the same moment.
 */
export async function createEnvelope(call: Call, body: NewEnvelope): Promise<Envelope> {
	const lookAt = `Look for a draft named '${await call.redact(body.name)}', created at about ${new Date().toISOString()}.`;
	return await write(
		call,
		'POST /sign/envelopes',
		{ body, finish: true, lookAt },
		{ isDone: (envelope) => fits(body, envelope) },
	);
}

/** Contract: a new envelope is `drafted`. */
const fits = (wanted: NewEnvelope, { name, status, mode }: Envelope): boolean =>
	(isSilent(name) || sameText(wanted.name, name)) &&
	isIn(status ?? 'drafted', 'drafted') &&
	isIn(mode ?? wanted.mode, wanted.mode);

export type Shown<Thing> = Thing & { warnings?: string[] };

/**
 * The whole envelope after a write that is done: answers to writes lack a part of it. A failed or
 * outdated read does not turn a successful write into a failure. If the envelope cannot be read, the known values are
 * returned with a warning; if the copy is outdated, the values that the answer to the write proved override it.
 */
export async function readBack(
	read: () => Promise<Envelope>,
	{ known, proved }: { known: object; proved: object },
	isOld: (now: Envelope) => boolean,
): Promise<Shown<Envelope>> {
	const now = await read().catch(() => undefined);
	if (!now) return { ...(known as Envelope), ...proved, warnings: [NOT_READ] };
	return isOld(now) ? { ...now, ...proved } : now;
}

export const NOT_READ =
	'The change was made, but the envelope could not be read afterwards, so parts of the envelope may be missing from this output.';

const SENT = ['sent', 'processing'];
/** Where there is nothing to sign, or everything was signed at once, the service may be further. */
const FURTHER = [...SENT, 'signed', 'sealed'];

/** Sends a draft; `own` is what is known of one that nobody else can have sent. */
export async function sendEnvelope(
	call: Call,
	envelopeID: UUID,
	own?: Partial<Envelope>,
): Promise<Shown<Reconciled<Envelope>>> {
	const read = async () => await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID });
	// One that is read as sealed may have been so for long, unless it is our own.
	const done = own ? FURTHER : SENT;
	const sent: Reconciled<object> = await write(
		call,
		'POST /sign/envelopes/{envelopeID}:send-for-signing',
		{ envelopeID, finish: true },
		{
			readBack: async ({ request }) => {
				const now = await request('GET /sign/envelopes/{envelopeID}', { envelopeID });
				return isIn(now.status, ...done) ? now : undefined;
			},
			isDone: ({ status }) => isIn(status, ...FURTHER),
			// Sending twice is refused by the service.
			repeatable: true,
		},
	);
	const isOld = ({ status }: Envelope) => isIn(status, 'drafted');
	const envelope = await readBack(read, { known: { ...own }, proved: sent }, isOld);
	return { ...envelope, ...(sent.reconciled && { reconciled: true }) };
}

/** Deletes for good. */
export async function removeEnvelope(
	call: Pick<Call, 'request' | 'pause' | 'option'>,
	envelopeID: UUID,
): Promise<Reconciled<object>> {
	return await remove(
		call,
		async () =>
			await call.request('DELETE /sign/envelopes/{envelopeID}', {
				envelopeID,
				lookAt: `Check whether the envelope ${envelopeID} still exists.`,
			}),
		async ({ request }) => {
			const left = await unlessMissing(request('GET /sign/envelopes/{envelopeID}', { envelopeID }));
			return !left || isIn(left.status, 'deleted');
		},
	);
}

export const isSilent = (held: unknown): boolean => typeof held !== 'string' || held.trim() === '';
