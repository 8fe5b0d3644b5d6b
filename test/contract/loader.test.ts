import { createEngine } from '../support/engine';
import { PackageDirectoryLoader } from 'n8n-core';
import { createSandbox, type Sandbox } from '../../sandbox';
import { install } from './package';

const NODES = ['eSignature', 'eSignatureTrigger', 'eSignaturePollingTrigger'];

describe('the packed package, installed by npm', () => {
	let installed: ReturnType<typeof install>;
	let sandbox: Sandbox;

	beforeAll(async () => {
		installed = install();
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
