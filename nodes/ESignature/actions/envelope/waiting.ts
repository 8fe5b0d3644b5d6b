import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { FINISHED_STATUSES } from '../../api';
import { optionNumber, optionSwitch, wrongInput, type Call, type Waiting } from '../../core';
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
	description: "Maximum time to wait. Items not signed by then continue with 'gaveUp' set to true.",
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
		options: requestOptions(call),
	}),
	openIn: ({ ID, status }) => (ENDED.includes(String(status)) ? undefined : String(ID)),
	read: async (call, envelopeID) => ({ ...(await readEnvelope(call, envelopeID)) }),
	missing: { status: 'deleted' },
};

const ENDED = [...FINISHED_STATUSES, 'deleted'];

/** The same as those of the step itself; one that is not set stays so. */
const requestOptions = ({ option }: Call): IDataObject =>
	Object.fromEntries(
		['maxConcurrency', 'timeout']
			.map((name) => [name, option<unknown>(name, undefined)])
			.filter(([, value]) => value !== undefined),
	) as IDataObject;

/** For an operation that sends. */
export const waitingAfterSending: Waiting = {
	...waiting,
	wait: (call) => {
		if (!optionSwitch(call, waitSwitch)) return undefined;
		if (flag(call, sendAtOnce)) return waiting.wait(call);
		throw wrongInput(
			`'${waitSwitch.displayName}' cannot be used while '${sendAtOnce.displayName}' is off`,
			`Turn on '${sendAtOnce.displayName}', or remove '${waitSwitch.displayName}' from the options.`,
		);
	},
};
