import ts from 'typescript';

export interface Import {
	specifier: string;
	typeOnly: boolean;
}

/** Every module a source names: import, export from, import(), import('x').T, require(), import = require(). */
export function importsOf(path: string, text: string): Import[] {
	const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
	const found: Import[] = [];
	const add = (node: ts.Node | undefined, typeOnly: boolean) => {
		if (!node) return;
		if (ts.isStringLiteralLike(node)) found.push({ specifier: node.text, typeOnly });
		else found.push({ specifier: `<${node.getText()}>`, typeOnly });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node));
		else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, isTypeExport(node));
		else if (ts.isImportTypeNode(node)) {
			add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument, true);
		} else if (ts.isExternalModuleReference(node)) add(node.expression, false);
		else if (ts.isCallExpression(node) && loads(node.expression)) add(node.arguments[0], false);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

function loads(callee: ts.Expression): boolean {
	if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
	return /^(module\.)?require(\.resolve)?$/.test(callee.getText());
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
	if (!importClause) return false; // for its effects
	if (importClause.isTypeOnly) return true;
	const named = importClause.namedBindings;
	return (
		!importClause.name &&
		named !== undefined &&
		ts.isNamedImports(named) &&
		named.elements.length > 0 &&
		named.elements.every((element) => element.isTypeOnly)
	);
}

function isTypeExport({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
	if (isTypeOnly) return true;
	return (
		exportClause !== undefined &&
		ts.isNamedExports(exportClause) &&
		exportClause.elements.length > 0 &&
		exportClause.elements.every((element) => element.isTypeOnly)
	);
}
