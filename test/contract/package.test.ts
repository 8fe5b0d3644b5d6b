import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';

import { install, packedPaths, tarballIn } from './package';
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

	it('holds the preview of each output', () => {
		const outputs = OPERATIONS.map((operation) => `${SCHEMAS}/${operation}.json`);

		expect(paths.filter((path) => path.includes('__schema__')).sort()).toEqual(
			[TRIGGER_SCHEMA, ...outputs].map((path) => `dist/${path}`).sort(),
		);
	});
});

const NODES = ['eSignature', 'eSignatureTrigger', 'eSignaturePollingTrigger'];

describe('the packed package, installed by npm', () => {
	let installed: ReturnType<typeof install>;

	beforeAll(() => {
		installed = install(tarball);
	});

	afterAll(() => installed?.remove());

	// A second copy of n8n-workflow would need a compiler, and n8n would not recognize its errors.
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
});
