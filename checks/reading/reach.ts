/* eslint-disable @n8n/community-nodes/no-restricted-imports -- joins paths */
import { posix } from 'node:path';
import ts from 'typescript';

import { constantsOf, literalsIn, parse } from './literals';

/** A source taken apart: what it declares at its top, and what its imported names stand for. */
interface Module {
	declared: Map<string, ts.Node>;
	imported: Map<string, { path: string; name: string }>;
	constants: Map<string, string>;
}

/**
 * The strings that a declaration leads to, over everything it uses in the given files, in the order in
 * which a reader would meet them. A file that merely stands beside something used does not count.
 */
export function stringsReached(files: Map<string, string>, path: string, name: string): string[] {
	const modules = new Map([...files].map(([file, text]) => [file, moduleOf(files, file, text)]));
	const seen = new Set<ts.Node>();
	const walk = (at: string, wanted: string): string[] => {
		const module = modules.get(at);
		const elsewhere = module?.imported.get(wanted);
		if (elsewhere) return walk(elsewhere.path, elsewhere.name);
		const node = module?.declared.get(wanted);
		if (!module || !node || seen.has(node)) return [];
		seen.add(node);
		const found: string[] = [];
		const visit = (part: ts.Node): void => {
			if (ts.isIdentifier(part) && isUse(part)) found.push(...walk(at, part.text));
			else if (ts.isStringLiteralLike(part) || ts.isTemplateExpression(part)) {
				found.push(...literalsIn(part, module.constants));
			}
			ts.forEachChild(part, visit);
		};
		visit(node);
		return found;
	};
	return [...new Set(walk(path, name))];
}

function moduleOf(files: Map<string, string>, path: string, text: string): Module {
	const file = parse(text);
	const module: Module = {
		declared: new Map(),
		imported: new Map(),
		constants: constantsOf(file),
	};
	for (const statement of file.statements) {
		if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
			const base = posix.join(posix.dirname(path), statement.moduleSpecifier.text);
			const target = [`${base}.ts`, `${base}/index.ts`].find((candidate) => files.has(candidate));
			const named = statement.importClause?.namedBindings;
			if (!target || !named || !ts.isNamedImports(named)) continue;
			for (const { name, propertyName } of named.elements) {
				module.imported.set(name.text, { path: target, name: (propertyName ?? name).text });
			}
		} else if (ts.isVariableStatement(statement)) {
			for (const declaration of statement.declarationList.declarations) {
				module.declared.set(declaration.name.getText(), declaration);
			}
		} else if (ts.isFunctionDeclaration(statement) && statement.name) {
			module.declared.set(statement.name.text, statement);
		}
	}
	return module;
}

/** Whether an identifier stands for a value, not for a key. */
function isUse(node: ts.Identifier): boolean {
	const { parent } = node;
	if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
	if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
	return !ts.isBindingElement(parent) && !ts.isParameter(parent);
}
