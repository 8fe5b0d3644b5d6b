import { defineOperation, optionSwitch } from '../../core';
import { maxWait } from '../document/document';
import { includeAccessCodes, participantRows } from '../participant/form';
import { flag, oneOf, rowOf, text } from '../shared/inputs';
import { templateId } from '../shared/locators';
import { inputMode } from '../shared/rows';
import { assembleEnvelope, assembleOptions } from './assemble';
import {
	additionalFields,
	allowUnassigned,
	binaryPropertyNames,
	documentsFrom,
	keepDraft,
	name,
	peopleJson,
	previewOnly,
	sendAtOnce,
} from './form';
import { previewEnvelope, previewHint } from './preview';
import { fromTemplate } from './template';
import { readFiles, readParticipants } from './wantedEnvelope';

/** Off at first, since the name of the operation does not say that it sends. */
const send = { ...sendAtOnce, default: false };

export const createFromTemplate = defineOperation({
	name: 'Create From Template',
	action: 'Create envelope from template',
	description: 'Copy an envelope with its documents and fields for other signers',
	ids: [templateId],
	properties: [
		{ ...name, required: true },
		inputMode,
		participantRows,
		peopleJson,
		documentsFrom,
		{ ...binaryPropertyNames, displayOptions: { show: { [documentsFrom.name]: ['input'] } } },
		previewOnly,
		send,
		additionalFields,
	],
	options: [allowUnassigned, includeAccessCodes, keepDraft, maxWait],
	// Files are in memory while they are sent.
	concurrency: 2,
	read: async (call) => {
		const isPreview = flag(call, previewOnly);
		const isSent = flag(call, send) && !isPreview;
		const row = rowOf(call, [name, documentsFrom]);
		return {
			name: text(row, name),
			people: readParticipants(call, isSent),
			files: oneOf(row, documentsFrom) === 'input' ? await readFiles(call) : undefined,
			changes: call.param<Record<string, unknown>>(additionalFields.name, {}),
			allowUnassigned: !isSent || optionSwitch(call, allowUnassigned),
			isPreview,
			options: assembleOptions(call, isSent),
		};
	},
	run: async (call, { options, ...changes }) => {
		const wanted = await fromTemplate(call, call.ids.templateID, changes);
		return changes.isPreview
			? await previewEnvelope(call, wanted)
			: await assembleEnvelope(call, wanted, options);
	},
	hint: previewHint,
});
