/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints */
// Every text that a user can meet, by file, to be read through. {Braces} hold what is known only when it happens.
//
//   npm run messages
import ts from 'typescript';

import { sources } from '../test/contract/repository';

/** Every string of a source, in its order; the names of modules do not count. */
function stringsIn(text: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isStringLiteralLike(node)) found.push(node.text);
		if (ts.isTemplateExpression(node)) {
			const spans = node.templateSpans.map(
				({ expression, literal }) => `{${expression.getText()}}${literal.text}`,
			);
			found.push(node.head.text + spans.join(''));
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true));
	return found;
}

/** Words for people: at least two, and no code. */
function isProse(text: string): boolean {
	const said = text.replace(/\{[^{}]*\}/g, '{}');
	return (
		/^[\p{L}'{-][^\n]*[\p{L}\d'"}] [\p{L}\d'"{(]/u.test(said) &&
		!/^(GET|POST|PUT|PATCH|DELETE) |=>|=\{\{|^\{\{|[;$]$/.test(said)
	);
}

for (const [path, text] of sources(['nodes', 'credentials'])) {
	const texts = new Set(stringsIn(text).filter(isProse));
	if (texts.size > 0) process.stdout.write(`${[path, ...texts].join('\n    ')}\n\n`);
}
