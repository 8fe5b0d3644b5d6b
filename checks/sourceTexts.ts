import ts from 'typescript';

import { constantsIn, worded } from './placeholder';

export const parse = (text: string): ts.SourceFile =>
	ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);

/** Every string of a source, in its order; comments and the names of modules do not count. */
export function stringsIn(text: string): string[] {
	const source = parse(text);
	const constants = constantsIn(source);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isStringLiteralLike(node)) found.push(node.text);
		if (ts.isTemplateExpression(node)) found.push(worded(node, constants));
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** Words for people: at least two, and no code. What stands in braces is left out of account. */
export function isProse(text: string): boolean {
	const said = text.replace(/\{[^{}]*\}/g, '{}');
	return (
		/^[\p{L}'{-][^\n]*[\p{L}\d'"}] [\p{L}\d'"{(]/u.test(said) &&
		!/^(GET|POST|PUT|PATCH|DELETE) |=>|=\{\{|^\{\{|[;$]$/.test(said)
	);
}
