import ts from 'typescript';

import { LIMITS } from '../nodes/ESignature/api';

export const parse = (text: string): ts.SourceFile =>
	ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);

/** Every string of a source, in its order; comments and the names of modules do not count. */
export function stringsIn(text: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isStringLiteralLike(node)) found.push(node.text);
		if (ts.isTemplateExpression(node)) found.push(worded(node));
		ts.forEachChild(node, visit);
	};
	visit(parse(text));
	return found;
}

/** What is only known when it happens stands in braces. */
const worded = ({ head, templateSpans }: ts.TemplateExpression): string =>
	head.text +
	templateSpans.map(({ expression, literal }) => valueOf(expression) + literal.text).join('');

function valueOf(expression: ts.Expression): string {
	const [start, ...keys] = expression.getText().split('.');
	const limit = start === 'LIMITS' ? keys.reduce<unknown>(member, LIMITS) : undefined;
	return typeof limit === 'number' ? String(limit) : `{${/\w+/.exec(expression.getText())?.[0]}}`;
}

const member = (part: unknown, key: string): unknown =>
	(part as Record<string, unknown> | undefined)?.[key];

/** Words for people: at least two, and no code. */
export const isProse = (text: string): boolean =>
	/^[\p{L}'{-][^\n]*[\p{L}\d'"}] [\p{L}\d'"{(]/u.test(text) &&
	!/^(GET|POST|PUT|PATCH|DELETE) |=>|=\{\{|^\{\{|[;$]$/.test(text);
