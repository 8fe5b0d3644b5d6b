import ts from 'typescript';

export const parse = (text: string): ts.SourceFile =>
	ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);

/**
 * Every string of a source; comments do not count. A template is put together where its parts are
 * constants of the same file, and otherwise gives its fixed parts.
 */
export const literalsOf = (text: string): Set<string> => {
	const file = parse(text);
	return new Set(literalsIn(file, constantsOf(file)));
};

/** The names of a source that stand for one string. */
export function constantsOf(file: ts.SourceFile): Map<string, string> {
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

/** The strings below a node, in the order of the source. */
export function literalsIn(node: ts.Node, constants: Map<string, string>): string[] {
	const found: string[] = [];
	const visit = (part: ts.Node): void => {
		if (ts.isStringLiteralLike(part)) found.push(part.text);
		if (ts.isTemplateExpression(part)) {
			const { head, templateSpans: spans } = part;
			const values = spans.map(({ expression }) => constants.get(expression.getText()));
			const whole = spans.map(({ literal }, index) => `${values[index]}${literal.text}`);
			if (!values.includes(undefined)) found.push(head.text + whole.join(''));
			else found.push(...spans.map(({ literal }) => literal.text));
		}
		ts.forEachChild(part, visit);
	};
	visit(node);
	return found;
}
