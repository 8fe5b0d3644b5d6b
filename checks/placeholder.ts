import ts from 'typescript';

import { LIMITS } from '../nodes/ESignature/api';

/** Text of each constant of a source that is one, by its name. */
export type Constants = Map<string, ts.Expression>;

/** Constants are written in capitals; any other name stands for what is known only when it happens. */
const CONSTANT = /^[A-Z][A-Z\d_]+$/;

export function constantsIn(source: ts.SourceFile): Constants {
	const found: Constants = new Map();
	const visit = (node: ts.Node): void => {
		if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
			if (CONSTANT.test(node.name.text)) found.set(node.name.text, bare(node.initializer));
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** A template as a reader meets it: what is only known when it happens stands in braces, in plain words. */
export const worded = (
	{ head, templateSpans }: ts.TemplateExpression,
	constants: Constants,
): string =>
	head.text +
	templateSpans
		.map(({ expression, literal }) => valueOf(expression, constants) + literal.text)
		.join('');

function valueOf(expression: ts.Expression, constants: Constants): string {
	const constant = constants.get(expression.getText());
	if (constant && ts.isStringLiteralLike(constant)) return constant.text;
	if (constant && ts.isNumericLiteral(constant)) return constant.text.replaceAll('_', '');
	if (constant && ts.isTemplateExpression(constant)) return worded(constant, constants);
	const [start, ...keys] = expression.getText().split('.');
	const limit = start === 'LIMITS' ? keys.reduce<unknown>(member, LIMITS) : undefined;
	return typeof limit === 'number' ? String(limit) : `{${wordsFor(expression)}}`;
}

const member = (part: unknown, key: string): unknown =>
	(part as Record<string, unknown> | undefined)?.[key];

/** The expression without what says nothing to a reader: `await`, brackets, a type. */
function bare(expression: ts.Expression): ts.Expression {
	const isWrapped =
		ts.isAwaitExpression(expression) ||
		ts.isParenthesizedExpression(expression) ||
		ts.isNonNullExpression(expression) ||
		ts.isSpreadElement(expression) ||
		ts.isAsExpression(expression);
	return isWrapped ? bare(expression.expression) : expression;
}

/** What only holds other things: its own name would not tell a reader anything. */
const HOLDERS = /^(call|form|host|ids|IDs|state|this|Math|Object|JSON|Buffer|Array)$/;

/** Functions whose name and parameter read as one: `typeOf(file)`. */
const READS_ON = /(Of|For|On|In)$/;

function wordsFor(expression: ts.Expression): string {
	const meant = bare(expression);
	if (ts.isIdentifier(meant)) return inWords(meant.text);
	if (ts.isStringLiteralLike(meant) || ts.isNumericLiteral(meant)) return meant.text;
	if (ts.isPropertyAccessExpression(meant)) return wordsForMember(meant);
	if (ts.isElementAccessExpression(meant)) return wordsFor(meant.expression);
	if (ts.isCallExpression(meant)) return wordsForCall(meant);
	if (ts.isBinaryExpression(meant)) return wordsFor(meant.left);
	if (ts.isConditionalExpression(meant)) {
		return [meant.whenTrue, meant.whenFalse].map(wordsFor).filter(Boolean).join('/');
	}
	if (ts.isNewExpression(meant)) return wordsFor(meant.arguments?.[0] ?? meant.expression);
	return inWords(/[A-Za-z]\w*/.exec(meant.getText())?.[0] ?? 'text');
}

function wordsForMember({ expression, name }: ts.PropertyAccessExpression): string {
	const owner = bare(expression);
	const key = name.text;
	if (HOLDERS.test(owner.getText())) return inWords(key);
	if (key === 'length' || key === 'size') return `number of ${wordsFor(owner)}`;
	if (key === 'displayName') return wordsFor(owner);
	const last = wordsFor(owner).split(' ').at(-1) ?? '';
	return `${last} ${inWords(key)}`.trim();
}

function wordsForCall({ expression, arguments: [first] }: ts.CallExpression): string {
	if (ts.isPropertyAccessExpression(expression)) {
		// A method gives another form of what it is called on, or of what a helper is given.
		const isHelper = HOLDERS.test(bare(expression.expression).getText());
		return wordsFor(isHelper ? (first ?? expression.name) : expression.expression);
	}
	if (!first) return wordsFor(expression);
	return READS_ON.test(expression.getText())
		? `${wordsFor(expression)} ${wordsFor(first)}`
		: wordsFor(first);
}

/** `envelopeID` as `envelope ID`, `MOST_HOPS` as `most hops`. */
const inWords = (name: string): string =>
	name
		.replaceAll('_', ' ')
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(' ')
		.map((word) => (/^(IDs?|URL|PDF|UUID)$/.test(word) ? word : word.toLowerCase()))
		.join(' ');
