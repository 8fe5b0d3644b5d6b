import { Example } from '../support/example';
import { prepareHarness } from '../support/harness';
import { scriptedModel } from '../support/scriptedModel';

const harness = prepareHarness();

/** Puts a question to the agent, with a script in place of the model. */
async function ask(tool: string, toolArguments: object) {
	const model = await scriptedModel(toolArguments, tool);
	try {
		const openAiApi = await harness.host.createCredential(
			'Scripted model',
			{ apiKey: 'none', url: `${model.url}/v1` },
			'openAiApi',
		);
		const message = { chatInput: 'What is waiting?', sessionId: 'one', action: 'sendMessage' };
		const example = await Example.import(harness, 'ai-agent', {
			credentials: { openAiApi },
			pinData: { Chat: [{ json: message }] },
		});
		const run = await example.run('Chat');
		expect(run.error).toBeUndefined();
		const tools = model.requests[0]?.tools?.map((tool) => tool.function) ?? [];
		return { run, tools, asked: JSON.stringify(model.requests[0]?.messages) };
	} finally {
		await model.close();
	}
}

it('offers the model four tools, each with a description of its inputs', async () => {
	const { tools, asked } = await ask('List_Envelopes', { nameContains: '', status: '' });
	const id = { type: 'string', description: expect.stringContaining('UUID') as string };
	expect(Object.fromEntries(tools.map((tool) => [tool.name, tool.parameters]))).toMatchObject({
		List_Envelopes: {
			properties: {
				nameContains: { type: 'string', description: expect.stringContaining('name') as string },
				status: { type: 'string', description: expect.stringContaining('sealed') as string },
			},
		},
		Get_Envelope: { properties: { envelopeId: id }, required: ['envelopeId'] },
		List_Participants: { properties: { envelopeId: id }, required: ['envelopeId'] },
		Remind_Signers: { properties: { envelopeId: id }, required: ['envelopeId'] },
	});
	expect(tools).toHaveLength(4);
	for (const { description } of tools) expect(description.length).toBeGreaterThan(60);
	expect(asked).toContain('What is waiting?');
	expect(asked).toContain('never make up an envelope ID');
});

it('lists what the model asks for', async () => {
	harness.sandbox.control.envelope({ name: 'Lease of the office', status: 'sent' });
	harness.sandbox.control.envelope({ name: 'Lease of a car', status: 'sealed' });
	const { run } = await ask('List_Envelopes', { nameContains: 'lease', status: 'sent, rejected' });
	const answer = JSON.stringify(run.json('AI Agent'));
	expect(answer).toContain('Lease of the office');
	expect(answer).not.toContain('Lease of a car');
});

it('lists the participants of the envelope that the model names', async () => {
	const { ID } = harness.sandbox.control.envelope({ participants: [{ email: 'ada@example.com' }] });
	const { run } = await ask('List_Participants', { envelopeId: ID });
	expect(JSON.stringify(run.json('AI Agent'))).toContain('ada@example.com');
});

it.each([
	['reads', 'Get_Envelope', 'GET /sign/envelopes/{envelopeID}'],
	['reminds of', 'Remind_Signers', 'POST /sign/envelopes/{envelopeID}:send-reminders'],
] as const)('%s the envelope that the model names', async (_, tool, route) => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
	harness.sandbox.log.clear();
	const { run } = await ask(tool, { envelopeId: ID });
	expect(JSON.stringify(run.json('AI Agent'))).toContain(ID);
	expect(harness.sandbox.log.count(route)).toBe(1);
});
