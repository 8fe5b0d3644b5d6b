import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { EventType } from '../api';
import { ALL_EVENTS } from './event/filter';

const KNOWN: Record<EventType, [name: string, description: string]> = {
	EnvelopeCancelled: ['Envelope Cancelled', 'The sender cancelled an envelope'],
	EnvelopeCreated: ['Envelope Created', 'A draft was created'],
	EnvelopeDocumentAdded: ['Envelope Document Added', 'A document was added to an envelope'],
	EnvelopeDocumentDeleted: ['Envelope Document Deleted', 'A document was removed from an envelope'],
	EnvelopeSealed: [
		'Envelope Sealed',
		'The sealed documents and the audit trail are ready to be archived',
	],
	EnvelopeSentForSignature: [
		'Envelope Sent for Signature',
		'The participants were asked to sign an envelope',
	],
	EnvelopeSigningCompleted: ['Envelope Signing Completed', 'The last participant has signed'],
	OwnerMessaged: ['Owner Messaged', 'A participant wrote to the owner of an envelope'],
	SignatureRequestDeclined: ['Signature Request Declined', 'A participant declined to sign'],
	SignatureRequestReassigned: [
		'Signature Request Reassigned',
		'A participant handed the request on to somebody else',
	],
	SignatureRequestSigned: ['Signature Request Signed', 'A participant has signed'],
};

const all: INodePropertyOptions = {
	name: 'All Events',
	value: ALL_EVENTS,
	description: 'Every event, also of types that the service adds later',
};

export const eventTypes: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: [
		all,
		...Object.entries(KNOWN).map(([value, [name, description]]) => ({ name, value, description })),
	],
	default: [ALL_EVENTS],
};
