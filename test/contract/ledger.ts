import ts from 'typescript';
import type { Route } from '../../nodes/ESignature/api';

/** Routes that no operation uses yet. This list may only shrink: the test fails when it is too long, too. */
export const NOT_YET_REACHED: Route[] = [];

/**
 * Every string of a source; comments do not count. A template is put together where its parts are
 * constants of the same file, and otherwise gives its fixed parts.
 */
export function literalsOf(text: string): Set<string> {
	const found = new Set<string>();
	const constants = new Map<string, string>();
	const visit = (node: ts.Node): void => {
		if (ts.isVariableDeclaration(node) && node.initializer) {
			const { name, initializer } = node;
			if (ts.isStringLiteralLike(initializer)) constants.set(name.getText(), initializer.text);
		}
		if (ts.isStringLiteralLike(node)) found.add(node.text);
		if (ts.isTemplateExpression(node)) {
			const { head, templateSpans: spans } = node;
			const values = spans.map(({ expression }) => constants.get(expression.getText()));
			const whole = spans.map(({ literal }, index) => `${values[index]}${literal.text}`);
			if (!values.includes(undefined)) found.add(head.text + whole.join(''));
			else for (const { literal } of spans) found.add(literal.text);
		}
		ts.forEachChild(node, visit);
	};
	visit(parse(text));
	return found;
}

/** Routes of the table whose body and reply have a type that says something. */
export function typedRoutes(text: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) {
			if (ts.isCallExpression(node.initializer) && says(node.initializer))
				found.push(node.name.text);
		}
		ts.forEachChild(node, visit);
	};
	visit(parse(text));
	return found;
}

/** `table.object<Body, Reply>()`, or `table.file('application/pdf')`. */
function says({ typeArguments, arguments: values }: ts.CallExpression): boolean {
	if (values.some(ts.isStringLiteral)) return true;
	return typeArguments !== undefined && typeArguments.length > 0 && !typeArguments.some(isVague);
}

function isVague(node: ts.Node): boolean {
	const vague = [
		ts.SyntaxKind.AnyKeyword,
		ts.SyntaxKind.UnknownKeyword,
		ts.SyntaxKind.ObjectKeyword,
	];
	return vague.includes(node.kind) || (ts.forEachChild(node, isVague) ?? false);
}

/** What is wrong with the list of gaps, in words. */
export function ledgerFaults(all: string[], reached: Set<string>, listed: string[]): string[] {
	return [
		...all
			.filter((route) => !reached.has(route) && !listed.includes(route))
			.map((route) => `${route} is reached by no operation`),
		...listed
			.filter((route) => reached.has(route))
			.map((route) => `${route} is reached: take it off the list`),
		...listed
			.filter((route) => !all.includes(route))
			.map((route) => `${route} is listed, but not in the table`),
	];
}

function parse(text: string): ts.SourceFile {
	return ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
}
