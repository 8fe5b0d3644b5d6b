/* eslint-disable @n8n/community-nodes/no-restricted-imports -- joins paths */
import { posix } from 'node:path';
import { importsOf } from './imports';

const NODE = 'nodes/ESignature/';

/** Who may import whom. A folder may always import itself. */
export const ALLOWED: Record<string, string[]> = {
	node: ['actions', 'core', 'trigger', 'polling', 'transport', 'api'],
	actions: ['core', 'errors', 'api', 'lib/pdf-text'],
	core: ['transport', 'errors', 'api'],
	transport: ['errors', 'api'],
	errors: ['api'],
	api: [],
	'lib/pdf-text': [],
	'lib/http-signature': [],
	trigger: ['transport', 'errors', 'api', 'lib/http-signature'],
	polling: ['core', 'trigger', 'transport', 'errors', 'api'],
	credentials: ['session'],
	sandbox: [],
};

/** Folders that are entered by their index alone: the libraries by all, the others by the operations. */
const LIBRARIES = ['lib/pdf-text', 'lib/http-signature'];
const DOORS: Record<string, string[]> = { actions: ['core', 'api', ...LIBRARIES] };

export interface Arrow {
	from: string;
	to: string;
	typeOnly: boolean;
}

/** The folder a file belongs to, as the table above names it; undefined: none of ours. */
function layerOf(path: string): string | undefined {
	if (path.startsWith('credentials/')) return 'credentials';
	if (path.startsWith('sandbox/')) return 'sandbox';
	if (!path.startsWith(NODE)) return undefined;
	const [first = '', second] = path.slice(NODE.length).split('/');
	if (second === undefined) return /\.node\.(ts|json)$/.test(first) ? 'node' : undefined;
	const layer = first === 'lib' ? `lib/${second}` : first;
	return layer in ALLOWED && !['node', 'credentials', 'sandbox'].includes(layer)
		? layer
		: undefined;
}

/** The arrows of relative imports; the target is a file of `files` or, if there is none, the bare path. */
export function arrowsOf(files: Map<string, string>): Arrow[] {
	return [...files].flatMap(([from, text]) =>
		importsOf(from, text)
			.filter(({ specifier }) => specifier.startsWith('.'))
			.map(({ specifier, typeOnly }) => {
				const path = posix.join(posix.dirname(from), specifier);
				const candidates = [path, `${path}.ts`, `${path}/index.ts`];
				const to = candidates.find((candidate) => files.has(candidate)) ?? path;
				return { from, to, typeOnly };
			}),
	);
}

function isAllowed({ from, to, typeOnly }: Arrow): boolean {
	const [source, target] = [layerOf(from), layerOf(to)];
	if (source === undefined || target === undefined) return false;
	if (source === target) return true;
	if (source === 'sandbox') return target === 'api' && typeOnly;
	const place = to.slice(NODE.length);
	if (source === 'credentials') return place === 'transport/session/session.ts';
	if ((DOORS[source] ?? LIBRARIES).includes(target) && place !== `${target}/index.ts`) return false;
	return (ALLOWED[source] as string[]).includes(target);
}

/** `from -> to` of every import that goes the wrong way, and every file that has no place. */
export function wrongArrows(files: Map<string, string>): string[] {
	const homeless = [...files.keys()]
		.filter((path) => layerOf(path) === undefined)
		.map((path) => `${path} is in no known folder`);
	const wrong = arrowsOf(files)
		.filter((arrow) => !isAllowed(arrow))
		.map(({ from, to, typeOnly }) => `${from} -> ${to}${typeOnly ? ' (type)' : ''}`);
	return [...homeless, ...wrong];
}

/** Rings of files that import each other, type imports included; each ring once. */
export const cyclesOf = (files: Map<string, string>): string[] => ringsOf(arrowsOf(files));

/** The same for the folders that they lie in; a folder and one inside it are two. */
export function folderCyclesOf(files: Map<string, string>): string[] {
	const arrows = arrowsOf(files).map(({ from, to }) => ({
		from: posix.dirname(from),
		to: posix.dirname(to),
	}));
	return ringsOf(arrows.filter(({ from, to }) => from !== to));
}

function ringsOf(arrows: Array<Pick<Arrow, 'from' | 'to'>>): string[] {
	const next = new Map<string, Set<string>>();
	for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
	const done = new Set<string>();
	const rings: string[] = [];
	const walk = (path: string, trail: string[]): void => {
		const start = trail.indexOf(path);
		if (start >= 0) rings.push([...trail.slice(start), path].join(' -> '));
		if (start >= 0 || done.has(path)) return;
		for (const target of next.get(path) ?? []) walk(target, [...trail, path]);
		done.add(path);
	};
	for (const path of next.keys()) walk(path, []);
	return rings;
}

/** Paths with a part that says nothing about its content. */
export function drawersIn(paths: string[]): string[] {
	return paths.filter((path) =>
		path
			.split('/')
			.some((part) => /^(utils?|helpers?|misc|common)$/i.test(part.split('.')[0] ?? '')),
	);
}
