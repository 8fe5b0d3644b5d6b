/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints */
// How long the descriptions in the forms are, in words. Slack's node has a median of 8 and a 90th percentile of 22.
//
//   npm run words            the figures
//   npm run words -- --all   and every description, the longest first
import type { INodeProperties } from 'n8n-workflow';

import { ESignatureApi } from '../credentials/ESignatureApi.credentials';
import { RESOURCES } from '../nodes/ESignature/actions';
import { parametersOf } from '../nodes/ESignature/core/form';
import { properties as pollingForm } from '../nodes/ESignature/polling/form';
import { properties as triggerForm } from '../nodes/ESignature/trigger/form';

const wordsIn = (text: string): number => text.trim().split(/\s+/).length;

/** Descriptions, hints and notices of inputs and of their choices, at any depth. */
function textsOf(entries: readonly object[]): string[] {
	return entries.flatMap((entry) => {
		const { description, hint, type, displayName, options, values } =
			entry as Partial<INodeProperties> & { values?: object[] };
		return [
			...[description, hint, type === 'notice' ? displayName : undefined].filter(
				(text) => typeof text === 'string',
			),
			...textsOf((options as object[] | undefined) ?? []),
			...textsOf(values ?? []),
		];
	});
}

const forms: Array<[name: string, properties: INodeProperties[]]> = [
	['E-Signature', parametersOf(RESOURCES)],
	['E-Signature Trigger', triggerForm],
	['E-Signature Polling Trigger', pollingForm],
	['Credential', new ESignatureApi().properties],
];

for (const [name, properties] of forms) {
	const texts = [...new Set(textsOf(properties))].sort((a, b) => wordsIn(b) - wordsIn(a));
	const lengths = texts.map(wordsIn);
	const total = lengths.reduce((sum, length) => sum + length, 0);
	const at = (share: number) => lengths[Math.floor((1 - share) * lengths.length)] ?? 0;
	process.stdout.write(
		`${name}: median ${at(0.5)}, 90th percentile ${at(0.9)} (${texts.length} texts, ${total} words)\n`,
	);
	if (process.argv.includes('--all')) {
		process.stdout.write(texts.map((text) => `  ${wordsIn(text)}  ${text}\n`).join(''));
	}
}
