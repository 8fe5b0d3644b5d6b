import { PollContext } from 'n8n-core';
import type { INode } from 'n8n-workflow';

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

/** The first item of a test in the editor, in n8n's own context of a poll. */
async function testEvent() {
	const host = await triggerHost('eSignaturePollingTrigger', credentialFor(sandbox));
	const workflow = host.workflow({});
	const node = workflow.getNode(host.node.name) as INode;
	const context = new PollContext(workflow, node, host.additionalData, 'manual', 'init');
	const scope = { log: [] } as unknown as Scope;
	const result = await within(scope, async () => await host.type.poll?.call(context));
	return result?.[0]?.[0]?.json;
}

it('puts out what its preview in the editor shows', async () => {
	const { properties = {} } = JSON.parse(read(TRIGGER_SCHEMA)) as Schema;
	sandbox.control.envelope({ status: 'sent' });

	expect(Object.keys((await testEvent()) ?? {})).toEqual(
		expect.arrayContaining(Object.keys(properties)),
	);
});
