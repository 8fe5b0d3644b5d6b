import type { INode } from 'n8n-workflow';

import { isN8nFrom } from '../../host/install/version';
import { CREDENTIAL, chain, manualTrigger, type Step } from '../../host/workflows';
import { byId } from '../support/harness';
import { prepareHarness } from './support/harness';
import { scriptedModel } from './support/scriptedModel';

const harness = prepareHarness();
const AGENT = 'AI Agent';
const TOOL = 'E-Signature Tool';
const MODEL = 'Chat Model';

/** An agent with our node as its only tool, asked to use it. */
async function ask(
	parameters: INode['parameters'],
	toolArguments: object,
	onError?: INode['onError'],
) {
	const model = await scriptedModel(toolArguments);
	try {
		const openAi = await harness.host.createCredential(
			'Scripted model',
			{ apiKey: 'none', url: `${model.url}/v1` },
			'openAiApi',
		);
		const agent: Step = {
			name: AGENT,
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3,
			parameters: { promptType: 'define', text: 'Do it', options: { enableStreaming: false } },
		};
		const workflow = chain('Agent', [manualTrigger, agent]);
		const [beside] = chain('', [
			{
				name: MODEL,
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.2,
				parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
				credentials: { openAiApi: openAi },
			},
		]).nodes;
		const [tool] = chain('', [
			{
				name: TOOL,
				type: 'n8n-nodes-esignature.eSignatureTool',
				parameters,
				credentials: { [CREDENTIAL]: harness.credential },
				onError,
			},
		]).nodes;
		workflow.nodes.push(beside as INode, tool as INode);
		workflow.connections[MODEL] = {
			ai_languageModel: [[{ node: AGENT, type: 'ai_languageModel', index: 0 }]],
		};
		workflow.connections[TOOL] = { ai_tool: [[{ node: AGENT, type: 'ai_tool', index: 0 }]] };
		const run = await harness.host.execute(workflow);
		return { run, offered: model.requests[0]?.tools?.[0]?.function };
	} finally {
		await model.close();
	}
}

it('tells an agent about a download what it would tell a person, without the file', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	const { run } = await ask(
		{
			resource: 'envelope',
			operation: 'downloadAuditTrail',
			envelopeId: byId("={{ $fromAI('envelopeId') }}"),
			binaryPropertyName: 'data',
		},
		{ envelopeId: ID },
	);
	expect(JSON.stringify(run.json(AGENT))).toMatch(/audit-trail\.pdf.*sha256/);
});

/** Before 2.25, n8n ends the whole run when a tool fails, unless the tool is set to go on. */
const goesOnByItself = isN8nFrom(2, 25);
const GO_ON = 'continueRegularOutput' as const;

it.each(goesOnByItself ? [undefined, GO_ON] : [GO_ON])(
	'tells an agent what is wrong with an ID that a model made up, and sends nothing (On Error: %s)',
	async (onError) => {
		const before = harness.sandbox.log.count();
		const { run } = await ask(
			{
				resource: 'envelope',
				operation: 'get',
				envelopeId: byId("={{ $fromAI('envelopeId') }}"),
			},
			{ envelopeId: '../users' },
			onError,
		);
		expect(JSON.stringify(run.json(AGENT))).toContain(
			"The envelope ID must be a valid ID, not '../users': find it with 'Get Many'",
		);
		expect(harness.sandbox.log.count()).toBe(before);
	},
);
