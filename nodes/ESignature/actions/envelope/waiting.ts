import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	maxConcurrency,
	optionNumber,
	optionSwitch,
	timeout,
	wrongInput,
	type Call,
} from '../../core';
import { flag } from '../shared/inputs';
import { previewOnly, sendAtOnce } from './form';

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
	// Once it is added.
	default: true,
	description:
		'Whether to pause the workflow until the envelope is signed by everyone, declined, canceled or deleted',
	hint: 'The run shows as Waiting until then. If you stop it, the envelope stays open.',
};

export const waitNotice: INodeProperties = {
	displayName:
		'The run shows as <i>Waiting</i> until the envelope has ended. If you stop the run, the envelope stays open.',
	name: 'waitNotice',
	type: 'notice',
	default: '',
};

export const waitOptions = [checkEvery, giveUpAfter];

/** n8n drops the values of hidden inputs (n8n-workflow's node-helpers.ts). A path from the root, `/options...`, always hides them. */
const shownWhileWaiting = { show: { [waitSwitch.name]: [true] } };

export const waitAfterSendingOptions: INodeProperties[] = [
	waitSwitch,
	...waitOptions.map((input) => ({ ...input, displayOptions: shownWhileWaiting })),
];

/** How long a run waits, and how often it checks. */
export interface Wait {
	minutes: number;
	days: number;
	/** Options of the requests meanwhile. */
	options: IDataObject;
}

export const waitOf = (call: Call): Wait => ({
	minutes: optionNumber(call, checkEvery),
	days: optionNumber(call, giveUpAfter),
	options: {
		maxConcurrency: optionNumber(call, maxConcurrency),
		timeout: optionNumber(call, timeout),
	},
});

/** For an operation that sends. Undefined if the user does not want to wait, or only looks at a preview. */
export function waitAfterSending(call: Call): Wait | undefined {
	if (!optionSwitch(call, waitSwitch, false) || flag(call, previewOnly)) return undefined;
	if (flag(call, sendAtOnce)) return waitOf(call);
	throw wrongInput(
		`'${waitSwitch.displayName}' cannot be used while '${sendAtOnce.displayName}' is off`,
		`Turn on '${sendAtOnce.displayName}', or remove '${waitSwitch.displayName}' from the options.`,
	);
}
