/** Who may import whom; CONTRIBUTING.md has the picture. */
const NODE = '^nodes/ESignature';

/** A folder, or a single file. */
const folder = (name) => `${NODE}/${name}[/.]`;

/** A folder may always import itself. */
const ALLOWED = {
	waiting: ['actions', 'core', 'transport', 'errors', 'api', 'values'],
	actions: [
		...['core', 'transport/envelopePages', 'errors', 'api', 'values'],
		...['lib/pdf-text', 'lib/pdf-preview'],
	],
	core: ['transport', 'errors', 'api', 'values'],
	transport: ['errors', 'api', 'values'],
	errors: ['api', 'values'],
	api: ['values'],
	values: [],
	'lib/pdf': [],
	'lib/pdf-text': ['lib/pdf'],
	'lib/pdf-preview': ['lib/pdf'],
	'lib/http-signature': [],
	trigger: ['transport', 'errors', 'api', 'values', 'lib/http-signature'],
	polling: ['trigger', 'transport', 'errors', 'api', 'values'],
};

/** Folders that are entered by their index alone: the libraries by all others, the rest by the operations. */
const LIBRARIES = ['lib/pdf', 'lib/pdf-text', 'lib/pdf-preview', 'lib/http-signature'];
const PUBLIC_INDEXES = ['core', 'api'];

const error = (rule) => ({ severity: 'error', ...rule });

const throughItsIndex = (name, from) =>
	error({
		name: `public-index-of-${name.replace('/', '-')}`,
		from,
		to: { path: folder(name), pathNot: `${folder(name)}index\\.ts$` },
	});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		error({ name: 'no-circular', from: {}, to: { circular: true } }),
		...Object.entries(ALLOWED).map(([name, targets]) =>
			error({
				name: `imports-of-${name.replace('/', '-')}`,
				from: { path: folder(name) },
				to: { path: '^(nodes|credentials)/', pathNot: [name, ...targets].map(folder) },
			}),
		),
		...LIBRARIES.map((name) => throughItsIndex(name, { path: NODE, pathNot: folder(name) })),
		...PUBLIC_INDEXES.map((name) => throughItsIndex(name, { path: folder('actions') })),
		error({
			name: 'a-credential-takes-the-session-alone',
			from: { path: '^credentials/' },
			to: { path: '^(nodes|credentials)/', pathNot: `${folder('transport')}session/session\\.ts$` },
		}),
		error({
			name: 'shipped-code-takes-nothing-else',
			from: { path: '^(nodes|credentials)/' },
			to: { pathNot: '^(nodes/|node_modules/n8n-workflow/|crypto$)' },
		}),
		error({
			name: 'the-sandbox-takes-types-of-the-api-alone',
			from: { path: '^sandbox/' },
			to: { path: '^(nodes|credentials)/', pathNot: folder('api') },
		}),
		error({
			name: 'the-sandbox-runs-nothing-of-ours',
			from: { path: '^sandbox/' },
			to: { path: '^nodes/', dependencyTypesNot: ['type-only'] },
		}),
		error({
			name: 'what-runs-without-the-tests-takes-nothing-of-them',
			from: { path: '^(sandbox|host)/' },
			to: { path: '^(test|live|bench|scripts)/' },
		}),
		error({
			name: 'tools-take-the-support-of-tests-but-no-test',
			from: { path: '^(live|bench|scripts)/' },
			to: { path: '^test/.*\\.test\\.ts$' },
		}),
		error({
			name: 'tests-take-no-tool-whose-own-tests-are-beside-it',
			from: { path: '^test/' },
			to: { path: '^(live|bench|scripts)/' },
		}),
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		// Types count, too: a circle of types is a circle for the reader.
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'test/tsconfig.json' },
	},
};
