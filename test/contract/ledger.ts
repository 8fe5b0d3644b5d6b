import ts from 'typescript';

import { parse } from '../../checks/sourceTexts';

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
