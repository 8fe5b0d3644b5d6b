import { node } from './command';
import { sourceText } from './sourceText';

interface Report {
	messages: Array<{ ruleId: string | null; line: number; message: string }>;
}

/** Lints properties that were computed, as if somebody had written them down. */
export function lintProperties(properties: unknown): string[] {
	const text = `import type { INodeProperties } from 'n8n-workflow';

export const properties: INodeProperties[] = ${sourceText(properties)};
`;
	const { stdout, stderr } = node(
		[
			...['node_modules/eslint/bin/eslint.js', '-c', 'eslint.base.config.mjs', '--format', 'json'],
			...['--stdin', '--stdin-filename', 'nodes/ESignature/derived.ts'],
		],
		text,
	);
	if (stdout === '') throw new Error(`eslint failed: ${stderr}`);
	const lines = text.split('\n');
	const [{ messages }] = JSON.parse(stdout) as [Report];
	return messages.map(
		({ ruleId, line, message }) => `${ruleId ?? 'parser'}: ${message} | ${lines[line - 1]?.trim()}`,
	);
}
