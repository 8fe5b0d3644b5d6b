/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- packs folders of its own */
import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';

import { createSandbox, type Sandbox } from '../../sandbox';
import { createEngine } from '../support/engine';
import { command } from './command';
import { givenTarball, install, packedPaths, tarballIn } from './package';
import { exists, read } from './repository';
import { OPERATIONS, SCHEMAS, TRIGGER_SCHEMA } from './schemas';

const newFolder = () => mkdtempSync(join(tmpdir(), 'n8n-nodes-esignature-'));

/** Packed once, since that takes seconds. */
let tarball: string;
let packages: string;
beforeAll(() => {
	packages = newFolder();
	tarball = tarballIn(packages);
});
afterAll(() => rmSync(packages, { recursive: true, force: true }));

const SHIPPED = /^(dist\/(nodes|credentials|icons)\/.+|README\.md|LICENSE|package\.json)$/;

const stowaways = (paths: string[]) => paths.filter((path) => !SHIPPED.test(path));

describe('the published package', () => {
	let paths: string[];

	beforeAll(() => {
		paths = packedPaths(tarball);
	});

	it('holds the built nodes, credentials and icons, README and LICENSE, and nothing else', () => {
		expect(paths.length).toBeGreaterThan(10);
		expect(stowaways(paths)).toEqual([]);
		expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']));
	});

	it('holds nodes, codices and credential where n8n looks for them', () => {
		expect(paths).toEqual(
			expect.arrayContaining([
				'dist/nodes/ESignature/ESignature.node.js',
				'dist/nodes/ESignature/ESignature.node.json',
				'dist/nodes/ESignature/ESignatureTrigger.node.js',
				'dist/nodes/ESignature/ESignatureTrigger.node.json',
				'dist/nodes/ESignature/ESignaturePollingTrigger.node.js',
				'dist/nodes/ESignature/ESignaturePollingTrigger.node.json',
				'dist/credentials/ESignatureApi.credentials.js',
			]),
		);
	});

	it('holds the icon for light and for dark backgrounds', () => {
		const icons = paths.filter((path) => path.startsWith('dist/icons/'));

		expect(icons).toHaveLength(2);
		expect(icons.filter((path) => /dark\.svg$/.test(path))).toHaveLength(1);
		expect(icons.every((path) => exists(path.slice('dist/'.length)))).toBe(true);
	});

	it('holds the preview of each output', () => {
		const outputs = OPERATIONS.map((operation) => `${SCHEMAS}/${operation}.json`);

		expect(paths.filter((path) => path.includes('__schema__')).sort()).toEqual(
			[TRIGGER_SCHEMA, ...outputs].map((path) => `dist/${path}`).sort(),
		);
	});

	it('would be refused with a stowaway', () => {
		expect(stowaways(['dist/test/a.js', 'dist/sandbox/b.png', '.env', 'src/a.ts'])).toHaveLength(4);
	});
});

const NODES = ['eSignature', 'eSignatureTrigger', 'eSignaturePollingTrigger'];

describe('the packed package, installed by npm', () => {
	let installed: ReturnType<typeof install>;
	let sandbox: Sandbox;

	beforeAll(async () => {
		installed = install(tarball);
		sandbox = await createSandbox();
	});

	afterAll(async () => {
		installed?.remove();
		await sandbox?.close();
	});

	// A copy of n8n-workflow beside the one that n8n has would need a compiler, and its errors would be strangers to n8n.
	it('comes alone', () => {
		expect(installed.installed).toEqual(['n8n-nodes-esignature']);
	});

	it("brings exactly its own types to n8n's loader", async () => {
		const loader = new PackageDirectoryLoader(installed.directory);
		await loader.loadAll();

		expect(Object.keys(loader.nodeTypes)).toEqual(NODES);
		expect(Object.keys(loader.credentialTypes)).toEqual(['eSignatureApi']);
		expect(loader.known.credentials.eSignatureApi?.supportedNodes).toEqual(NODES);
		expect(
			Object.values(loader.nodeTypes).map(({ type }) => type.description.codex?.categories),
		).toEqual(NODES.map(() => ['Productivity']));
	});

	it('runs an operation', async () => {
		const { url: baseUrl, clientId, clientSecret } = sandbox;
		const engine = await createEngine({
			packageDir: installed.directory,
			credential: { baseUrl, clientId, clientSecret },
		});
		const { ID } = sandbox.control.envelope({ status: 'drafted' });
		const envelopeId = { __rl: true, mode: 'id', value: ID };
		const result = await engine.run({ resource: 'envelope', operation: 'get', envelopeId });
		await engine.close();

		// Only n8n's loader knows the version of the package: this node is no source.
		expect(engine.types.nodes[0]?.description).toHaveProperty('communityNodePackageVersion');
		expect(result.error).toBeUndefined();
		expect(result.items).toMatchObject([{ json: { ID }, pairedItem: { item: 0 } }]);
	});
});

let folder: string;
beforeEach(() => {
	folder = newFolder();
});
afterEach(() => {
	delete process.env.TARBALL;
	rmSync(folder, { recursive: true, force: true });
});

/** A tarball of what is in a folder named `package`. */
function packed(): string {
	const given = join(folder, 'given.tgz');
	expect(command('tar', ['-czf', given, '-C', folder, 'package']).code).toBe(0);
	return given;
}

describe('the tarball that a release names', () => {
	it('is the one that the tests list and install, not one that they pack', () => {
		command('tar', ['-xzf', tarball, '-C', folder]);
		appendFileSync(join(folder, 'package/README.md'), 'Given');
		writeFileSync(join(folder, 'package/stowaway'), '');
		process.env.TARBALL = packed();
		expect(tarballIn(folder)).toBe(process.env.TARBALL);
		expect(packedPaths(tarballIn(folder))).toEqual(
			expect.arrayContaining(['README.md', 'stowaway']),
		);

		const installed = install(tarballIn(folder));
		const text = readFileSync(join(installed.directory, 'README.md'), 'utf8');
		installed.remove();
		expect(text).toMatch(/Given$/);
	});

	it('must be there', () => {
		process.env.TARBALL = 'missing.tgz';

		expect(() => givenTarball()).toThrow('missing.tgz');
	});

	it('is nothing at any other time', () => {
		expect(givenTarball('')).toBeUndefined();
		expect(givenTarball(undefined)).toBeUndefined();
	});
});

describe('the last step before a tarball is handed to the job that publishes it', () => {
	const [, script = ''] =
		read('.github/workflows/release.yml').match(
			/- name: It holds what was tested\n(?: {8}.*\n)*? {8}run: \|\n((?: {10}.*\n)+)/,
		) ?? [];

	const FILES = [
		'dist/nodes/a/b.js',
		'dist/credentials/c.js',
		'dist/icons/d.svg',
		'package.json',
		'README.md',
		'LICENSE',
	];

	/** Whether it lets a tarball pass that was made of what is tested, after one of the two was changed. */
	function passes(change: (file: (path: string) => string) => void): boolean {
		const at = (path: string) => join(folder, path);
		for (const path of FILES.flatMap((file) => [file, `package/${file}`])) {
			mkdirSync(dirname(at(path)), { recursive: true });
			writeFileSync(at(path), 'text');
		}
		change(at);
		process.env.TARBALL = packed();
		// As GitHub runs it.
		return command('bash', ['-e', '-c', script], undefined, folder).code === 0;
	}

	it('lets what was tested pass', () => {
		expect(script).toContain('diff');
		expect(passes(() => {})).toBe(true);
	});

	it.each(FILES.flatMap((file) => [file, `package/${file}`]))('sees a change of %s', (path) => {
		expect(passes((at) => appendFileSync(at(path), '.'))).toBe(false);
	});

	it.each(FILES.flatMap((file) => [file, `package/${file}`]))('sees that %s is missing', (path) => {
		expect(passes((at) => rmSync(at(path)))).toBe(false);
	});

	it.each(['dist/nodes/e.js', 'package/dist/nodes/e.js'])('sees the addition of %s', (path) => {
		expect(passes((at) => writeFileSync(at(path), ''))).toBe(false);
	});
});
