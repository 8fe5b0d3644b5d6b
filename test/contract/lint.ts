import { ESLint } from 'eslint';

import { inRoot } from './repository';
import { sourceText } from './sourceText';

/** Lints properties that were computed, as if somebody had written them down. */
export async function lintProperties(properties: unknown): Promise<string[]> {
	const text = `import type { INodeProperties } from 'n8n-workflow';

export const properties: INodeProperties[] = ${sourceText(properties)};
`;
	const eslint = new ESLint({
		cwd: inRoot('.'),
		overrideConfigFile: inRoot('eslint.base.config.mjs'),
		// A row asks what, for whom and where, in this order; n8n's own nodes turn this rule off for such rows.
		overrideConfig: {
			rules: { 'n8n-base-v2/node-param-fixed-collection-type-unsorted-items': 'off' },
		},
	});
	const filePath = inRoot('nodes/ESignature/derived.ts');
	const reports = await eslint.lintText(text, { filePath });
	const lines = text.split('\n');
	return reports.flatMap(({ messages }) =>
		messages.map(
			({ ruleId, line, message }) =>
				`${ruleId ?? 'parser'}: ${message} | ${lines[line - 1]?.trim()}`,
		),
	);
}
