import type { INodeProperties } from 'n8n-workflow';

import type { ListedDocument, Participant, UUID } from '../../api';
import { defineOperation, optionSwitch, sameId, type Call } from '../../core';
import { listDocuments, maxWait, waitForDocuments, waitLimit } from '../document/document';
import { listFields } from '../field/field';
import { listParticipants } from '../participant/participant';
import { envelopeId } from '../shared/locators';
import { wholeEnvelope, sendEnvelope } from './envelope';
import { allowUnassigned } from './form';
import { noFieldError } from './placeFields';

const waitForAll: INodeProperties = {
	displayName: 'Wait for Documents',
	name: 'waitForDocuments',
	type: 'boolean',
	default: true,
	description: 'Whether to wait until the service has processed every document',
};

export const send = defineOperation({
	name: 'Send',
	action: 'Send envelope for signing',
	description: 'Send a draft to its signers',
	ids: [envelopeId],
	options: [allowUnassigned, maxWait, waitForAll],
	read: (call) => (optionSwitch(call, waitForAll) ? waitLimit(call) : undefined),
	run: async (call, wait) => {
		const { envelopeID } = call.ids;
		const documents = wait ? await waitForDocuments(call, envelopeID, wait) : undefined;
		if (!optionSwitch(call, allowUnassigned)) {
			// An application that may send an envelope need not be allowed to read all of it.
			const signer = await unassignedSigner(call, envelopeID, documents).catch(() => undefined);
			if (signer) throw noFieldError(call.redact(signer.email));
		}
		const sent = await sendEnvelope(call, envelopeID);
		return { json: { ...(await wholeEnvelope(call, envelopeID, sent)) } };
	},
});

async function unassignedSigner(
	call: Call,
	envelopeID: UUID,
	known: ListedDocument[] | undefined,
): Promise<Participant | undefined> {
	const participants = await listParticipants(call, envelopeID);
	let signers = participants.filter(({ role }) => role === 'signer');
	const documents = known ?? (await listDocuments(call, envelopeID));
	// The service refuses an envelope without documents, with a message of its own.
	if (documents.length === 0) return undefined;
	for (const { ID: documentID } of documents) {
		const fields = await listFields(call, { envelopeID, documentID });
		signers = signers.filter(
			({ ID }) => !fields.some(({ participantID }) => sameId(participantID, ID)),
		);
	}
	return signers[0];
}
