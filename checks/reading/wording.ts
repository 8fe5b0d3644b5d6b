import ts from 'typescript';

import { LIMITS } from '../../nodes/ESignature/api';

/** What names stand for while a text is put together. */
export type Names = Map<string, ts.Expression | string>;

/** What the top of a source gives names to: texts, numbers, and parts of the contract's limits. */
export function namesOf(file: ts.SourceFile): Names {
	const names: Names = new Map();
	for (const statement of file.statements) {
		if (!ts.isVariableStatement(statement)) continue;
		for (const { name, initializer } of statement.declarationList.declarations) {
			if (!initializer) continue;
			if (ts.isIdentifier(name)) names.set(name.text, initializer);
			if (!ts.isObjectBindingPattern(name)) continue;
			for (const { name: given, propertyName } of name.elements) {
				const path = `${initializer.getText()}.${(propertyName ?? given).getText()}`;
				names.set(given.getText(), limitAt(path) ?? `{${given.getText()}}`);
			}
		}
	}
	return names;
}

/**
 * Every text that an expression can be. What is only known when it happens stands in braces, by its name
 * where it has one.
 */
export function wordings(node: ts.Expression, names: Names): string[] {
	const inner = (part: ts.Expression) => wordings(part, names);
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isNumericLiteral(node)) return [String(Number(node.text))];
	if (ts.isParenthesizedExpression(node)) return inner(node.expression);
	if (ts.isConditionalExpression(node)) return [...inner(node.whenTrue), ...inner(node.whenFalse)];
	if (ts.isTemplateExpression(node)) {
		return node.templateSpans.reduce<string[]>(
			(starts, { expression, literal }) =>
				starts.flatMap((start) =>
					inner(expression).map((value) => `${start}${value}${literal.text}`),
				),
			[node.head.text],
		);
	}
	if (ts.isIdentifier(node)) return named(node, names);
	if (ts.isPropertyAccessExpression(node)) {
		const { name, expression } = node;
		const counted = name.text === 'length' ? expression.getText() : name.text;
		return [limitAt(node.getText()) ?? `{${counted}}`];
	}
	if (ts.isBinaryExpression(node)) return [quotient(node, names)];
	// A function that only makes a value presentable.
	if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.arguments[0]) {
		return inner(node.arguments[0]);
	}
	return ['{...}'];
}

function named(node: ts.Identifier, names: Names): string[] {
	const known = names.get(node.text);
	if (typeof known === 'string') return [known];
	const texts = known ? wordings(known, names) : [];
	return texts.length === 0 || texts.includes('{...}') ? [`{${node.text}}`] : texts;
}

function quotient({ left, operatorToken, right }: ts.BinaryExpression, names: Names): string {
	const [above, below] = [left, right].map((part) => Number(wordings(part, names)[0]));
	const value = Number(above) / Number(below);
	const isKnown = operatorToken.kind === ts.SyntaxKind.SlashToken && Number.isFinite(value);
	return isKnown ? String(value) : '{...}';
}

/** The value at `LIMITS.name` or `LIMITS.name.name`. */
function limitAt(path: string): string | undefined {
	const [start, ...keys] = path.split('.');
	if (start !== 'LIMITS') return undefined;
	const value = keys.reduce<unknown>(
		(part, key) => (part as Record<string, unknown> | undefined)?.[key],
		LIMITS,
	);
	return typeof value === 'number' ? String(value) : undefined;
}
