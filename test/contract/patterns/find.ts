import ts from 'typescript';

import { parse } from '../../../checks/sourceTexts';

export interface Pattern {
	source: string;
	flags: string;
}

/** Every pattern of a source: as a literal, inside an expression of n8n, or as the `regex` of an input. */
export function patternsIn(text: string): Pattern[] {
	const file = parse(text);
	const constants = constantsOf(file);
	const found: Pattern[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) found.push(ofLiteral(node.text));
		if (ts.isStringLiteralLike(node)) found.push(...inExpression(node.text));
		if (ts.isPropertyAssignment(node) && node.name.getText() === 'regex') {
			const { initializer: given } = node;
			const source = ts.isStringLiteralLike(given) ? given.text : constants.get(given.getText());
			if (source === undefined) throw new Error(`Not a known text: ${node.getText()}`);
			found.push({ source, flags: '' });
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

/** The names of a source that stand for one string. */
function constantsOf(file: ts.SourceFile): Map<string, string> {
	const constants = new Map<string, string>();
	const visit = (node: ts.Node): void => {
		if (ts.isVariableDeclaration(node) && node.initializer) {
			const { name, initializer } = node;
			if (ts.isStringLiteralLike(initializer)) constants.set(name.getText(), initializer.text);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return constants;
}

/** Patterns that are put together when the program runs escape every check. */
export const buildsPatterns = (text: string): boolean => /\bRegExp\(/.test(text);

function ofLiteral(text: string): Pattern {
	const end = text.lastIndexOf('/');
	return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

const inExpression = (text: string): Pattern[] =>
	text.startsWith('=')
		? [...text.matchAll(/\{\{(.*?)\}\}/gs)].flatMap(([, code = '']) => patternsIn(`(${code})`))
		: [];
