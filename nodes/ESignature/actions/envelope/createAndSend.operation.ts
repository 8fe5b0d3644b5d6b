import type { INodeProperties } from 'n8n-workflow';

import { defineOperation } from '../../core';
import { maxWait, waitLimit } from '../document/document';
import { allowOverlap } from '../field/form';
import { fieldsFromTags } from '../field/tags';
import { includeAccessCodes, participantRows, shownParticipant } from '../participant/form';
import { flag } from '../shared/inputs';
import { inputMode, jsonRows } from '../shared/rows';
import { compose } from './compose';
import { composition } from './composition';
import { additionalFields, binaryPropertyNames, fieldRows, name } from './form';

const PARTICIPANTS = '[{ "email": "nathan@example.com", "role": "signer" }]';
const FIELDS =
	'[{ "document": 1, "participantEmail": "nathan@example.com", "type": "signature", "page": 1, "unit": "mm", "x": 20, "y": 240, "width": 60, "height": 15 }]';

const send: INodeProperties = {
	displayName: 'Send',
	name: 'send',
	type: 'boolean',
	default: true,
	description: 'Whether to send the envelope to its signers. Otherwise it stays a draft.',
};

export const createAndSend = defineOperation({
	name: 'Create and Send',
	action: 'Create and send envelope',
	description:
		'Create an envelope with its documents, participants and fields and send it, in one step. If a step fails, the draft is deleted unless you choose to keep it.',
	properties: [
		{ ...name, required: true },
		binaryPropertyNames,
		inputMode,
		participantRows,
		jsonRows('participantsJson', 'Participants (JSON)', PARTICIPANTS),
		fieldRows,
		jsonRows('fieldsJson', 'Fields (JSON)', FIELDS),
		send,
		additionalFields,
	],
	options: [
		allowOverlap,
		{
			displayName: 'Allow Signers Without Fields',
			name: 'allowSignersWithoutFields',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the envelope even if a signer has no field to fill in. Such a signer confirms without signing anything.',
		},
		fieldsFromTags,
		includeAccessCodes,
		{
			displayName: 'Keep Draft on Failure',
			name: 'keepDraft',
			type: 'boolean',
			default: false,
			description:
				'Whether to keep the unfinished draft when a step fails. Otherwise it is deleted.',
		},
		maxWait,
	],
	// A file is in memory while it is sent.
	concurrency: 2,
	read: async (call) => {
		const isSent = flag(call, send);
		return {
			wanted: await composition(call, isSent),
			how: { send: isSent, keepDraft: call.option('keepDraft', false), wait: waitLimit(call) },
		};
	},
	run: async (call, { wanted, how }) => {
		const made = await compose(call, wanted, how);
		return {
			json: {
				...made.envelope,
				documents: made.documents.map((document) => ({ ...document })),
				participants: made.participants.map((participant) => shownParticipant(call, participant)),
				fields: made.fields.map((field) => ({ ...field })),
				...(made.incomplete.length > 0 && { incomplete: made.incomplete }),
				...(made.leftDrafts.length > 0 && { leftDrafts: made.leftDrafts }),
			},
		};
	},
});
