import type { UUID } from '../../../nodes/ESignature/api';
import type { Control, StoredDocument, StoredEnvelope } from '../../../sandbox';

export const inState = (
	control: Control,
	status: string,
	usable: (envelope: StoredEnvelope) => boolean = () => true,
) => control.envelopes().filter((envelope) => envelope.status === status && usable(envelope));
export const drafts = (control: Control, usable?: (envelope: StoredEnvelope) => boolean) =>
	inState(control, 'drafted', usable);
export const hasSigner = ({ participants }: StoredEnvelope) =>
	participants.some(({ role }) => role === 'signer');
export const hasDocument = ({ documents }: StoredEnvelope) => documents.length > 0;

export interface Place {
	envelope: StoredEnvelope;
	document: StoredDocument;
	signer: UUID;
}

export const placesForFields = (control: Control): Place[] =>
	drafts(control, hasSigner).flatMap((envelope) =>
		envelope.documents.map((document) => ({
			envelope,
			document,
			signer: envelope.participants.find(({ role }) => role === 'signer')?.ID ?? '',
		})),
	);
