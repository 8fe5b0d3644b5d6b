import ts from 'typescript';

import type { Message } from '../../nodes/ESignature/transport/messages';
import { parse } from './literals';
import { namesOf, wordings, type Names } from './wording';

/** Where the message stands among the arguments of each kind of error; the advice follows it. */
const ERRORS: Record<string, number> = {
	InputError: 0,
	Explained: 0,
	SessionError: 0,
	NodeOperationError: 1,
};

/** Objects that hold a message under one of these keys. */
const KEYS = ['message', 'errorMessage'];

/** The messages that a source can raise, with their advice: one for each wording. */
export function raisedIn(text: string): Message[] {
	const file = parse(text);
	const names = namesOf(file);
	const found: Message[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isNewExpression(node) || ts.isObjectLiteralExpression(node)) {
			const texts = ts.isNewExpression(node) ? ofError(node) : ofObject(node);
			for (const known of texts ? situations(node, file, names) : []) {
				found.push(...pairs(texts?.message, texts?.advice, known));
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	const known = new Map(found.map((one) => [JSON.stringify(one), one]));
	return [...known.values()];
}

interface Texts {
	message?: ts.Expression;
	advice?: ts.Expression;
}

function ofError({ expression, arguments: values }: ts.NewExpression): Texts | undefined {
	const at = ERRORS[expression.getText()];
	if (at === undefined) return undefined;
	const advice = values?.[at + 1];
	return {
		message: values?.[at],
		advice:
			advice && ts.isObjectLiteralExpression(advice) ? valueOf(advice, 'description') : advice,
	};
}

const ofObject = (node: ts.ObjectLiteralExpression): Texts => ({
	message: KEYS.map((key) => valueOf(node, key)).find(Boolean),
	advice: valueOf(node, 'description'),
});

function valueOf(node: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined {
	const property = node.properties.find((one) => one.name?.getText() === key);
	return property && ts.isPropertyAssignment(property) ? property.initializer : undefined;
}

function pairs(
	message: ts.Expression | undefined,
	advice: ts.Expression | undefined,
	names: Names,
) {
	const advices = advice ? wordings(advice, names) : [''];
	return (message ? wordings(message, names) : [])
		.filter((text) => /[a-z]/.test(text.replace(/\{[^}]*\}/g, '')))
		.map((text, index) => ({ message: text, advice: advices[index] ?? advices[0] ?? '' }));
}

/** The names as they are where the error is made: once, or once per call of the function that makes it. */
function situations(node: ts.Node, file: ts.SourceFile, names: Names): Names[] {
	const maker = ts.findAncestor(node, (one) => ts.isArrowFunction(one)) as ts.ArrowFunction;
	if (maker?.body !== node || !ts.isVariableDeclaration(maker.parent)) return [names];
	const called = maker.parent.name.getText();
	const calls: Names[] = [];
	const visit = (one: ts.Node): void => {
		if (ts.isCallExpression(one) && one.expression.getText() === called) {
			const given = maker.parameters.map(({ name }, at): [string, ts.Expression | string] => [
				name.getText(),
				one.arguments[at] ?? '',
			]);
			calls.push(new Map([...names, ...given]));
		}
		ts.forEachChild(one, visit);
	};
	visit(file);
	return calls;
}

/** Whole sentences of a source, apart from the messages that it raises. */
export function sentencesIn(text: string): string[] {
	const file = parse(text);
	const names = namesOf(file);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
			found.push(...wordings(node, names).filter((one) => /^[A-Z][a-z]*\b.* .*[.}]$/.test(one)));
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}
