import { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

import { createSandbox, type Sandbox } from '../../sandbox';
import { read } from '../contract/repository';
import { TRIGGER_SCHEMA, type Schema } from '../contract/schemas';
import { additionalDataFor } from '../support/additionalData';
import { within, type Scope } from '../support/core';
import { CredentialStore } from '../support/credentialStore';
import { credentialFor } from '../support/harness';
import { HostCredentials } from '../support/hostCredentials';
import { nodeTypesFor, PACKAGE } from '../support/nodeTypes';
import { typesOfSources } from '../support/types';

const NAME = 'E-Signature Polling Trigger';
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await createSandbox();
});
afterAll(async () => await sandbox.close());

/** n8n's own context of a poll, over what it keeps with the workflow. */
async function polls(parameters: INodeParameters = {}) {
	const types = await typesOfSources();
	const store = new CredentialStore();
	const credential = store.add(credentialFor(sandbox));
	const byName = new Map(types.credentials.map((type) => [type.name, type]));
	const credentialsHelper = new HostCredentials(byName, store);
	const nodeTypes = nodeTypesFor(types, []);
	const node: INode = {
		id: 'p',
		name: NAME,
		type: `${PACKAGE}.eSignaturePollingTrigger`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { eSignatureApi: credential },
	};
	let kept: IDataObject = {};
	return async (mode: 'trigger' | 'manual' = 'trigger') => {
		const staticData = structuredClone(kept);
		const workflow = new Workflow({
			id: 'polled',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes,
			staticData,
		});
		const additionalData = additionalDataFor({ credentialsHelper, executionId: '1' });
		const polled = workflow.getNode(NAME) as INode;
		const context = new PollContext(workflow, polled, additionalData, mode, 'init');
		const type = nodeTypes.getByNameAndVersion(node.type, 1) as INodeType;
		const scope = { log: [] } as unknown as Scope;
		const result = await within(scope, async () => await type.poll?.call(context));
		if (mode === 'trigger') kept = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		return (result?.[0] ?? []).map(({ json }) => json);
	};
}

it('tells in n8n what the service has changed since the last poll', async () => {
	const { ID: old } = sandbox.control.envelope({ status: 'sent' });
	const poll = await polls();
	expect(await poll()).toEqual([]);
	const { ID } = sandbox.control.envelope({ status: 'sealed' });

	expect(await poll()).toMatchObject([
		{ type: 'EnvelopeCreated', envelopeId: ID, envelope: { ID } },
		{ type: 'EnvelopeSealed', envelopeId: ID, envelope: { ID, status: 'sealed' } },
	]);
	expect(await poll()).toEqual([]);
	sandbox.control.act('PUT /sign/envelopes/{envelopeID}:cancel', { ids: { envelopeID: old } });

	expect(await poll()).toMatchObject([
		{ type: 'EnvelopeCancelled', envelopeId: old, statusBefore: 'sent' },
	]);
});

it('puts out what its preview in the editor shows', async () => {
	const { properties = {} } = JSON.parse(read(TRIGGER_SCHEMA)) as Schema;
	sandbox.control.envelope({ status: 'sent' });
	const poll = await polls();

	const [event = {}] = await poll('manual');
	expect(Object.keys(event)).toEqual(expect.arrayContaining(Object.keys(properties)));
});
