import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import { EXAMPLES, type ExampleWorkflow } from '../../contract/examples';
import { prepareHarness } from '../support/harness';

const harness = prepareHarness();
/** The name that n8n proposes for a new credential of this type; other tests use it, too. */
const PROPOSED = 'E-Signature account';

it('chooses the only credential that has the name in the example', async () => {
	const { host, sandbox } = harness;
	const { url: baseUrl, clientId, clientSecret } = sandbox;
	const name = `${PROPOSED} ${randomUUID()}`;
	const { id } = await host.createCredential(name, { baseUrl, clientId, clientSecret });
	for (const text of EXAMPLES.values()) {
		const example = JSON.parse(text.replaceAll(PROPOSED, name)) as ExampleWorkflow;
		const created = await host.createWorkflow(example);
		const { nodes } = await host.rest<{ nodes: INode[] }>('GET', `/rest/workflows/${created}`);
		const chosen = nodes.flatMap(({ credentials }) => credentials?.eSignatureApi ?? []);
		expect(chosen.filter((one) => one.id !== id)).toEqual([]);
		expect(chosen.length > 0).toBe(text.includes(PROPOSED));
	}
});
