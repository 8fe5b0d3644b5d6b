import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import ts from 'typescript';

type Library = typeof import('../../../../../nodes/ESignature/lib/pdf-text');
type Preview = typeof import('../../../../../nodes/ESignature/lib/pdf-preview');

/** A source in which each round of a loop and each call of a function is counted. */
function counting(source: string, name: string): string {
	const inserted: Array<[at: number, text: string]> = [];
	const around = (node: ts.Node, before: string, after: string): void => {
		const isBlock = ts.isBlock(node);
		inserted.push([node.getStart() + (isBlock ? 1 : 0), before]);
		if (!isBlock) inserted.push([node.getEnd(), after]);
	};
	const visit = (node: ts.Node): void => {
		if (ts.isIterationStatement(node, false)) {
			const isBlock = ts.isBlock(node.statement);
			around(node.statement, isBlock ? 'work.done++;' : '{work.done++;', '}');
		} else if (ts.isFunctionLike(node) && 'body' in node && node.body) {
			const body = node.body as ts.ConciseBody;
			// Nothing may come before `super()`.
			if (ts.isBlock(body)) {
				if (!ts.isConstructorDeclaration(node)) around(body, 'work.done++;', '');
			} else around(body, '(work.done++,', ')');
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true));
	inserted.sort(([one], [other]) => other - one);
	return inserted.reduce((text, [at, more]) => text.slice(0, at) + more + text.slice(at), source);
}

const fileAt = (path: string): string =>
	[`${path}.ts`, join(path, 'index.ts')].find(existsSync) as string;

/** A copy of the libraries that counts what they really do, whatever they say about it. */
export function countedLibraries(): { pdf: Library; preview: Preview; work: { done: number } } {
	const work = { done: 0 };
	const loaded = new Map<string, object>();
	const load = (file: string): object => {
		const known = loaded.get(file);
		if (known) return known;
		const exported = {};
		loaded.set(file, exported);
		const { outputText } = ts.transpileModule(counting(readFileSync(file, 'utf8'), file), {
			compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
		});
		const run = new Function('exports', 'require', 'work', outputText);
		run(exported, (name: string) => load(fileAt(resolve(dirname(file), name))), work);
		return exported;
	};
	const library = (name: string): object =>
		load(fileAt(join(__dirname, '../../../../../nodes/ESignature/lib', name)));
	return {
		pdf: library('pdf-text') as Library,
		preview: library('pdf-preview') as Preview,
		work,
	};
}
