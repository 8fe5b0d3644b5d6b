import ts from 'typescript';

import { RESOURCES } from '../nodes/ESignature/actions';
import { ENDPOINTS, type Route } from '../nodes/ESignature/api';
import { inRoot } from '../test/contract/repository';

export interface Listed {
	resource: string;
	operation: string;
	/** Main endpoint first: what acts, then what is read on the way. */
	routes: Route[];
}

const ACTIONS = inRoot('nodes/ESignature/actions');
const isRoute = (text: string): text is Route => Object.hasOwn(ENDPOINTS, text);
/** The loop over all envelopes, which the polling trigger uses too. */
const PAGES = '/core/envelopePages.ts';
const INDEX = '/core/index.ts';

const isFile = (route: Route): boolean => ENDPOINTS[route].answer.startsWith('application/');
const changes = (route: Route): boolean => !route.startsWith('GET ');

/** Every operation of the node with the endpoints that its source leads to. */
export function operationList(): Listed[] {
	const paths = RESOURCES.flatMap(({ value, operations }) =>
		Object.keys(operations).map((operation) => `${ACTIONS}/${value}/${operation}.operation.ts`),
	);
	const options: ts.CompilerOptions = { noLib: true, types: [] };
	const program = ts.createProgram(paths, options, actionsOnly(options));
	return RESOURCES.flatMap(({ value: resource, operations }) =>
		Object.keys(operations).map((operation) => {
			const found = routesIn(program, `${ACTIONS}/${resource}/${operation}.operation.ts`);
			// Where something is changed, a file is only looked at.
			const acts = found.some(changes) ? changes : isFile;
			const routes = [...found.filter(acts), ...found.filter((route) => !acts(route))];
			return { resource, operation, routes };
		}),
	);
}

/** Of an object, not of a file; to find out whose, all types would have to be worked out. */
const isMember = (name: ts.Identifier): boolean =>
	(ts.isPropertyAccessExpression(name.parent) || ts.isPropertyAssignment(name.parent)) &&
	name.parent.name === name;

/** Knows no other files: those of n8n alone would take most of the time. */
function actionsOnly(options: ts.CompilerOptions): ts.CompilerHost {
	const host = ts.createCompilerHost(options);
	host.resolveModuleNameLiterals = (literals, from) =>
		literals.map(({ text }) => {
			const { resolvedModule } = ts.resolveModuleName(text, from, options, host);
			const file = resolvedModule?.resolvedFileName ?? '';
			const isOurs = file.startsWith(ACTIONS) || file.endsWith(PAGES) || file.endsWith(INDEX);
			return { resolvedModule: isOurs ? resolvedModule : undefined };
		});
	return host;
}

/** The routes that a file names, itself or in what it uses of the files beside it, in a reader's order. */
function routesIn(program: ts.Program, path: string): Route[] {
	const checker = program.getTypeChecker();
	const seen = new Set<ts.Node>();
	const found = new Set<Route>();
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node) && isRoute(node.text)) found.add(node.text);
		if (ts.isIdentifier(node) && !isMember(node)) declarationsOf(node).forEach(enter);
		ts.forEachChild(node, visit);
	};
	const declarationsOf = (name: ts.Identifier): ts.Node[] => {
		const symbol = checker.getSymbolAtLocation(name);
		const isAlias = symbol && symbol.flags & ts.SymbolFlags.Alias;
		return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? [];
	};
	const enter = (node: ts.Node): void => {
		const { fileName } = node.getSourceFile();
		// A list to choose from belongs to the form, not to the operation.
		const isOperation = fileName.startsWith(ACTIONS) && !fileName.endsWith('/locators.ts');
		const isOurs = isOperation || fileName.endsWith(PAGES);
		const isTop = ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node);
		if (!isOurs || !isTop || seen.has(node)) return;
		seen.add(node);
		visit(node);
	};
	const file = program.getSourceFile(path);
	if (!file) throw new Error(`${path} is missing`);
	visit(file);
	return [...found];
}
