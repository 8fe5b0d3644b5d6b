import { ESLint } from 'eslint';
import type { INodeTypeDescription } from 'n8n-workflow';

import { inRoot } from './repository';
import { sourceText } from './sourceText';

/** Lints properties that were computed, as if somebody had written them down. */
export async function lintProperties(properties: unknown): Promise<string[]> {
	const text = `import type { INodeProperties } from 'n8n-workflow';

export const properties: INodeProperties[] = ${sourceText(properties)};
`;
	const eslint = new ESLint({
		cwd: inRoot('.'),
		overrideConfigFile: inRoot('lint/shipped.mjs'),
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

/** Of n8n's rule `hint-max-length`, which sees only what is written in a `.node.ts` file. */
export const MAX_HINT_LENGTH = 120;

/** Texts in the form or above a node's output that are always visible: hints and notices. */
export function visibleHints({ hints = [], properties }: INodeTypeDescription): string[] {
	const found = hints.map(({ message }) => message);
	const visit = (part: unknown): void => {
		if (typeof part !== 'object' || part === null) return;
		const { hint, type, displayName } = part as Record<string, unknown>;
		if (typeof hint === 'string') found.push(hint);
		if (type === 'notice') found.push(String(displayName));
		for (const inner of Object.values(part)) visit(inner);
	};
	visit(properties);
	return found;
}
