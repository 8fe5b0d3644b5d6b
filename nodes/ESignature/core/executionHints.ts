import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { figure } from '../errors/printable';

/** n8n keeps no more than 512 characters of a value: as many IDs as fit. */
const MOST = 13;

const KEY = 'envelopeID';

/** The envelope that an output is about. */
function envelopeOf(json: IDataObject, isEnvelope: boolean): unknown {
	const { ID, envelopeID, envelope } = json;
	return envelopeID ?? (envelope as IDataObject | undefined)?.ID ?? (isEnvelope ? ID : undefined);
}

/**
 * Saves the envelope IDs of a run with its execution, so that it can be found by them in n8n's list of executions. A
 * run about many is found in other ways, and a tool or an older n8n has nowhere to save them.
 */
export function saveEnvelopeIds(
	host: Partial<Pick<IExecuteFunctions, 'customData'>>,
	resource: string,
	outputs: IDataObject[],
): void {
	const isEnvelope = resource === 'envelope';
	const IDs = new Set(outputs.map((json) => envelopeOf(json, isEnvelope)).filter(isText));
	if (IDs.size === 0 || IDs.size > MOST) return;
	try {
		const known = host.customData?.get(KEY)?.split(' ') ?? [];
		const all = [...new Set([...known, ...IDs])];
		if (all.length <= MOST) host.customData?.set(KEY, all.join(' '));
	} catch {
		// Optional: the run is not failed for it.
	}
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const RETRIES =
	"'Retry On Fail' runs this step again with all of its items. What one attempt has done is not repeated by the next, but an item whose outcome is unknown is reported as unknown each time.";

/** Says what a setting of the node means for a step that writes. */
export function hintAtRetries(host: IExecuteFunctions, hasWritten: boolean): void {
	if (host.getNode().retryOnFail !== true || !hasWritten) return;
	// Unknown to n8n before 1.76, and in the contexts of tools.
	host.addExecutionHints?.({ message: RETRIES, location: 'outputPane' });
}

/** What an output may carry that is easily overlooked, and what it means. */
const MARKS: Array<[key: string, message: (count: number) => string]> = [
	[
		'reconciled',
		(count) =>
			`${figure(count)} of the outputs ${count === 1 ? 'is' : 'are'} marked 'reconciled': the answer of the service was lost, and what it had done was found by reading it. Nothing needs to be done.`,
	],
	[
		'notIncluded',
		(count) =>
			`${figure(count)} of the outputs ${count === 1 ? 'has' : 'have'} 'notIncluded': it names the files that the service does not have for that envelope, and why.`,
	],
];

export function hintAtOutputs(
	host: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>,
	outputs: IDataObject[],
): void {
	for (const [key, message] of MARKS) {
		const count = outputs.filter((json) => json[key] !== undefined).length;
		if (count > 0) host.addExecutionHints?.({ message: message(count), location: 'outputPane' });
	}
}
