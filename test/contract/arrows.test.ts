import { ALLOWED, cyclesOf, drawersIn, folderCyclesOf, wrongArrows } from './arrows';
import { read, sources } from './repository';

const at = (path: string) => `nodes/ESignature/${path}`;
const planted = (files: Record<string, string>) => new Map(Object.entries(files));

describe('the folders', () => {
	it('import each other in the allowed directions only', () => {
		const files = sources(['nodes', 'credentials', 'sandbox'], ['.ts', '.node.json']);

		expect(files.size).toBeGreaterThan(5);
		expect(wrongArrows(files)).toEqual([]);
	});

	it('hold no two files that import each other in a ring', () => {
		expect(cyclesOf(sources(['nodes', 'credentials']))).toEqual([]);
	});

	it('hold nothing that is called utils, helpers, misc or common', () => {
		const everywhere = ['nodes', 'credentials', 'sandbox', 'test', 'checks', 'host', 'start'];
		const paths = [...sources(everywhere, ['.ts', '.mjs', '.js', '.mts', '.cts']).keys()];

		expect(drawersIn(paths)).toEqual([]);
	});
});

describe('the picture of the folders', () => {
	/** Several boxes are node files; the session is a part of the transport. */
	const LAYERS: Record<string, string> = {
		hook: 'node',
		timer: 'node',
		credential: 'credentials',
		signature: 'lib/http-signature',
		pdf: 'lib/pdf-text',
	};
	const drawn = [...read('CONTRIBUTING.md').matchAll(/^ +(\w+)(?:\[.*?\])? --> (\w+)/gm)].map(
		([, from = '', to = '']): [string, string] => [LAYERS[from] ?? from, LAYERS[to] ?? to],
	);
	const below = (layer: string): string[] =>
		drawn.flatMap(([from, to]) => (from === layer ? [to, ...below(to)] : []));

	it('has an arrow, or a way along several, for each import that is allowed', () => {
		const missing = Object.entries(ALLOWED).flatMap(([from, targets]) =>
			targets.filter((to) => !below(from).includes(to)).map((to) => `${from} -> ${to}`),
		);

		expect(drawn.length).toBeGreaterThan(5);
		expect(missing).toEqual([]);
	});

	it('has no arrow for one that is not', () => {
		expect(drawn.filter(([from, to]) => !ALLOWED[from]?.includes(to))).toEqual([]);
	});
});

describe('the check of the folders', () => {
	const api = { [at('api/index.ts')]: '' };
	const session = {
		[at('transport/session/session.ts')]: '',
		[at('transport/client.ts')]: '',
		[at('core/call.ts')]: '',
	};

	it.each([
		[
			'an operation that reaches the transport',
			'actions/envelope/get.operation.ts',
			"import { x } from '../../transport/client';",
		],
		[
			'a type import, too',
			'actions/envelope/get.operation.ts',
			"import type { X } from '../../transport/client';",
		],
		['an export from below', 'api/more.ts', "export * from '../transport/client';"],
		['a dynamic import', 'api/more.ts', "const x = import('../transport/client');"],
		['a type written as import()', 'api/more.ts', "let x: import('../transport/client').X;"],
		[
			'a way in beside the door',
			'actions/envelope/get.operation.ts',
			"import { x } from '../../core/call';",
		],
		['a require', 'api/more.ts', "const x = require('../transport/client');"],
		['an import assignment', 'api/more.ts', "import x = require('../transport/client');"],
		[
			'shipped code that takes the sandbox',
			'core/loop.ts',
			"import { x } from '../../../sandbox';",
		],
		[
			'shipped code that takes a test',
			'core/loop.ts',
			"import type { X } from '../../../test/support/engine';",
		],
		[
			'the trigger that takes an operation',
			'trigger/verify.ts',
			"import { x } from '../actions/envelope';",
		],
	])('finds %s', (_name, path, text) => {
		expect(wrongArrows(planted({ ...api, ...session, [at(path)]: text }))).toHaveLength(1);
	});

	it('finds a file outside the known folders', () => {
		expect(wrongArrows(planted({ [at('things.ts')]: '', [at('stuff/a.ts')]: '' }))).toHaveLength(2);
	});

	it('lets a credential take the session and nothing else of the transport', () => {
		const from = (file: string) =>
			wrongArrows(
				planted({
					...session,
					'credentials/A.credentials.ts': `import { x } from '../nodes/ESignature/transport/${file}';`,
				}),
			);

		expect(from('session/session')).toEqual([]);
		expect(from('client')).toHaveLength(1);
	});

	it('lets the sandbox take types of the api and nothing else', () => {
		const from = (text: string) =>
			wrongArrows(planted({ ...api, ...session, 'sandbox/a.ts': text }));

		expect(from("import type { X } from '../nodes/ESignature/api';")).toEqual([]);
		expect(from("import { type X } from '../nodes/ESignature/api';")).toEqual([]);
		expect(from("import { type X, y } from '../nodes/ESignature/api';")).toHaveLength(1);
		expect(from("import type { X } from '../nodes/ESignature/transport/client';")).toHaveLength(1);
	});

	it('follows the allowed directions', () => {
		const files = planted({
			...api,
			...session,
			[at('ESignature.node.ts')]: "import './actions/index'; import './core';",
			[at('actions/index.ts')]: "import '../core'; import { x } from '../api';",
			[at('core/index.ts')]: "import '../transport/client'; import 'n8n-workflow';",
		});

		expect(wrongArrows(files)).toEqual([]);
		expect(cyclesOf(files)).toEqual([]);
	});

	it('finds a ring of type imports, and names it', () => {
		const files = planted({
			'nodes/a.ts': "import type { B } from './b';",
			'nodes/b.ts': "export { C } from './c';",
			'nodes/c.ts': "import './a';",
			'nodes/d.ts': "import './c';",
		});

		expect(cyclesOf(files)).toEqual(['nodes/a.ts -> nodes/b.ts -> nodes/c.ts -> nodes/a.ts']);
	});

	it('finds folders that import each other, without a ring of files', () => {
		const files = planted({
			'nodes/a/one.ts': "import '../b/one';",
			'nodes/b/one.ts': '',
			'nodes/b/two.ts': "import type { X } from '../a/inside/one'; import './one';",
			'nodes/a/inside/one.ts': "import '../two';",
			'nodes/a/two.ts': '',
		});

		expect(cyclesOf(files)).toEqual([]);
		expect(folderCyclesOf(files)).toEqual(['nodes/a -> nodes/b -> nodes/a/inside -> nodes/a']);
	});

	it('finds catch-all names such as utils, for files and for folders', () => {
		const paths = ['nodes/utils.ts', 'nodes/helpers/a.ts', 'test/common/b.ts', 'nodes/retry.ts'];

		expect(drawersIn(paths)).toEqual(paths.slice(0, 3));
	});
});
