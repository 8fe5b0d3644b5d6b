import type { INodeProperties } from 'n8n-workflow';

import { FINISHED_STATUSES } from '../../api';
import {
	maxConcurrency,
	optionNumber,
	optionSwitch,
	timeout,
	wrongInput,
	type Waiting,
} from '../../core';
import { flag } from '../shared/inputs';
import { readEnvelope } from './envelope';
import { sendAtOnce } from './form';

const checkEvery: INodeProperties = {
	displayName: 'Check Every (Minutes)',
	name: 'checkEvery',
	type: 'number',
	typeOptions: { minValue: 2, numberPrecision: 0 },
	default: 15,
	description: 'How often to check whether the envelope is signed. At least 2 minutes.',
};

const giveUpAfter: INodeProperties = {
	displayName: 'Give Up After (Days)',
	name: 'giveUpAfter',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3650 },
	default: 30,
	description:
		"Maximum time to wait for signatures. Items not signed by then continue with 'gaveUp' set to true.",
};

const waitSwitch: INodeProperties = {
	displayName: 'Wait Until Signed',
	name: 'waitUntilSigned',
	type: 'boolean',
	default: false,
	description:
		'Whether to pause the workflow until the envelope is signed by everyone, declined, canceled or deleted',
};

export const waitOptions = [checkEvery, giveUpAfter];

export const waitAfterSendingOptions = [waitSwitch, ...waitOptions];

export const waiting: Waiting = {
	wait: (call) => ({
		minutes: optionNumber(call, checkEvery),
		days: optionNumber(call, giveUpAfter),
		options: {
			maxConcurrency: optionNumber(call, maxConcurrency),
			timeout: optionNumber(call, timeout),
		},
	}),
	openIn: ({ ID, status }) => (ENDED.includes(String(status)) ? undefined : String(ID)),
	read: async (call, envelopeID) => ({ ...(await readEnvelope(call, envelopeID)) }),
	missing: { status: 'deleted' },
};

const ENDED = [...FINISHED_STATUSES, 'deleted'];

/** For an operation that sends. */
export const waitingAfterSending: Waiting = {
	...waiting,
	wait: (call) => {
		if (!optionSwitch(call, waitSwitch)) {
			for (const { name, displayName } of waitOptions) {
				if (call.option<unknown>(name, undefined) === undefined) continue;
				throw wrongInput(
					`'${displayName}' is set, but '${waitSwitch.displayName}' is off`,
					`Turn on '${waitSwitch.displayName}' in the options, or remove '${displayName}'.`,
				);
			}
			return undefined;
		}
		if (flag(call, sendAtOnce)) return waiting.wait(call);
		throw wrongInput(
			`'${waitSwitch.displayName}' cannot be used while '${sendAtOnce.displayName}' is off`,
			`Turn on '${sendAtOnce.displayName}', or remove '${waitSwitch.displayName}' from the options.`,
		);
	},
};
