import type { INodeProperties } from 'n8n-workflow';

import type { ListedDocument, Participant, UUID } from '../../api';
import { defineOperation, optionSwitch, sameId, type Call } from '../../core';
import { listDocuments, maxWait, waitForDocuments, waitLimit } from '../document/document';
import { listFields } from '../field/field';
import { listParticipants } from '../participant/participant';
import { envelopeId } from '../shared/locators';
import { wholeEnvelope, sendEnvelope } from './envelope';
import { allowIdle } from './form';
import { hasNoField } from './placeFields';

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
	options: [allowIdle, maxWait, waitForAll],
	read: (call) => (optionSwitch(call, waitForAll) ? waitLimit(call) : undefined),
	run: async (call, wait) => {
		const { envelopeID } = call.ids;
		const documents = wait ? await waitForDocuments(call, envelopeID, wait) : undefined;
		if (!optionSwitch(call, allowIdle)) await assertSignersHaveFields(call, envelopeID, documents);
		const sent = await sendEnvelope(call, envelopeID);
		return { json: { ...(await wholeEnvelope(call, envelopeID, sent)) } };
	},
});

/** Throws if a signer has no field. An application that may send an envelope need not be allowed to read all of it. */
async function assertSignersHaveFields(
	call: Call,
	envelopeID: UUID,
	documents: ListedDocument[] | undefined,
): Promise<void> {
	const idle = await idleSigner(call, envelopeID, documents).catch(() => undefined);
	if (idle) throw hasNoField(call.redact(idle.email));
}

async function idleSigner(
	call: Call,
	envelopeID: UUID,
	known: ListedDocument[] | undefined,
): Promise<Participant | undefined> {
	const participants = await listParticipants(call, envelopeID);
	let idle = participants.filter(({ role }) => role === 'signer');
	const documents = known ?? (await listDocuments(call, envelopeID));
	// The service refuses an envelope without documents, with a message of its own.
	if (documents.length === 0) return undefined;
	for (const { ID: documentID } of documents) {
		const fields = await listFields(call, { envelopeID, documentID });
		idle = idle.filter(({ ID }) => !fields.some(({ participantID }) => sameId(participantID, ID)));
	}
	return idle[0];
}
