import { PollContext } from 'n8n-core';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { createSandbox, type Sandbox } from '../../sandbox';
import { read } from '../contract/repository';
import { TRIGGER_SCHEMA, type Schema } from '../contract/schemas';
import { within, type Scope } from '../support/core';
import { credentialFor } from '../support/harness';
import { triggerHost } from '../support/triggerHost';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await createSandbox();
});
afterAll(async () => await sandbox.close());

/** n8n's own context of a poll, over what it keeps with the workflow. */
async function polls(parameters: INodeParameters = {}) {
	const host = await triggerHost('eSignaturePollingTrigger', credentialFor(sandbox), parameters);
	let kept: IDataObject = {};
	return async (mode: 'trigger' | 'manual' = 'trigger') => {
		const workflow = host.workflow(structuredClone(kept));
		const node = workflow.getNode(host.node.name) as INode;
		const context = new PollContext(workflow, node, host.additionalData, mode, 'init');
		const scope = { log: [] } as unknown as Scope;
		const result = await within(scope, async () => await host.type.poll?.call(context));
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
