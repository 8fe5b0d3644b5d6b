import type { IExecuteFunctions } from 'n8n-workflow';

const RETRIES =
	"'Retry On Fail' runs this step again with all of its items. What a try has done is not done again by the next one, but a step whose outcome is unknown is reported as unknown each time.";

/** Says what a setting of the node means for a step that writes. */
export function hintAtRetries(host: IExecuteFunctions, hasWritten: boolean): void {
	if (host.getNode().retryOnFail !== true || !hasWritten) return;
	// Unknown to n8n before 1.76, and in the contexts of tools.
	host.addExecutionHints?.({ message: RETRIES, location: 'outputPane' });
}
