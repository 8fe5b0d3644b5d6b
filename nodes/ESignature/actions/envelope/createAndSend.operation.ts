import { defineOperation } from '../../core';
import { maxWait } from '../document/document';
import { allowOverlap } from '../field/form';
import { fieldsFromTags } from '../field/tags';
import { includeAccessCodes, participantRows } from '../participant/form';
import { flag } from '../shared/inputs';
import { inputMode, jsonRows } from '../shared/rows';
import { assembleEnvelope, assembleOptions } from './assemble';
import {
	additionalFields,
	allowUnassigned,
	binaryPropertyNames,
	fieldRows,
	keepDraft,
	name,
	peopleJson,
	previewOnly,
	sendAtOnce,
} from './form';
import { placeInFiles } from './placeFields';
import { previewEnvelope, previewHint } from './preview';
import { waitAfterSendingOptions } from './waiting';
import { readWantedEnvelope } from './wantedEnvelope';

const FIELDS =
	'[{ "type": "signature", "participantEmail": "nathan@example.com", "text": "Signature:" }]';

export const createAndSend = defineOperation({
	name: 'Create and Send',
	action: 'Create and send envelope',
	description: 'Create an envelope with documents, participants and fields, and send it',
	properties: [
		{ ...name, required: true },
		binaryPropertyNames,
		inputMode,
		participantRows,
		peopleJson,
		fieldRows,
		jsonRows('fieldsJson', 'Fields (JSON)', FIELDS),
		previewOnly,
		sendAtOnce,
		additionalFields,
	],
	options: [
		allowOverlap,
		allowUnassigned,
		fieldsFromTags,
		includeAccessCodes,
		keepDraft,
		maxWait,
		...waitAfterSendingOptions,
	],
	// A file is in memory while it is sent.
	concurrency: 2,
	read: async (call) => {
		const isPreview = flag(call, previewOnly);
		const isSent = flag(call, sendAtOnce) && !isPreview;
		return {
			isPreview,
			wanted: await placeInFiles(call, await readWantedEnvelope(call, isSent)),
			options: assembleOptions(call, isSent),
		};
	},
	run: async (call, { isPreview, wanted, options }) =>
		isPreview ? await previewEnvelope(call, wanted) : await assembleEnvelope(call, wanted, options),
	hint: previewHint,
});
