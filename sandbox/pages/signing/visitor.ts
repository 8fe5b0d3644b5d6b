import type { Request } from 'express';

import { notFound } from '../../http/problems';
import { mayEnter } from '../../service/access';
import type { StoredEnvelope, StoredParticipant } from '../../service/records';
import type { Service } from '../../service/service';
import { nextSigners, waitsFor } from '../../service/turns';

/** The person with a signing link, and what the link currently lets them do. */
export interface Visitor {
	envelope: StoredEnvelope;
	participant: StoredParticipant;
	may: 'nothing' | 'wait' | 'enterCode' | 'sign' | 'view';
}

export const PASS_COOKIE = 'pass';

export function visitorOf({ store }: Service, req: Request): Visitor {
	const { envelopeID = '', key } = req.params as Record<string, string>;
	const envelope = store.envelope(envelopeID);
	const participant = envelope.participants.find(({ signingKey }) => signingKey === key);
	if (!participant) throw notFound('Signing link', envelopeID);
	return { envelope, participant, may: whatMay(envelope, participant, passIn(req)) };
}

function whatMay(
	envelope: StoredEnvelope,
	participant: StoredParticipant,
	pass: string | undefined,
): Visitor['may'] {
	if (envelope.status === 'drafted') return 'nothing';
	if (waitsFor(envelope, participant)) return 'wait';
	if (!mayEnter(participant, pass)) return 'enterCode';
	return nextSigners(envelope).includes(participant) ? 'sign' : 'view';
}

/** The cookie is set for the path of one signing link, so there is only one. */
const passIn = ({ headers }: Request): string | undefined =>
	new RegExp(`(?:^|; )${PASS_COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];
