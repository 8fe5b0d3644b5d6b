import ts from 'typescript';
import { literalsOf, parse } from '../../checks/reading/literals';
import type { Route } from '../../nodes/ESignature/api';

export { literalsOf };

/** Routes that no operation uses yet. This list may only shrink: the test fails when it is too long, too. */
export const NOT_YET_REACHED: Route[] = [];

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
