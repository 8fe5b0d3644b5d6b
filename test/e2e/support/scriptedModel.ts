import type { ServerResponse } from 'node:http';

import { bodyOf, localServer } from '../../support/localServer';

interface ChatRequest {
	stream?: boolean;
	tools?: Array<{ function: { name: string; description: string; parameters: unknown } }>;
	messages: Array<{ role: string; content: unknown }>;
}

/**
 * Takes the place of a language model: calls the named tool, or else the first that is offered, with the
 * given arguments, then repeats what the tool said. The agent is real, and its runs are reproducible.
 */
export async function scriptedModel(toolArguments: object, tool?: string) {
	const requests: ChatRequest[] = [];
	const server = await localServer((req, res) => {
		void bodyOf(req).then((text) => {
			const request = JSON.parse(text) as ChatRequest;
			requests.push(request);
			const answered = request.messages.find(({ role }) => role === 'tool');
			const name = tool ?? request.tools?.[0]?.function.name ?? '';
			const message = answered
				? { role: 'assistant', content: String(answered.content) }
				: { role: 'assistant', content: null, tool_calls: [callOf(name, toolArguments)] };
			answer(res, request, message, answered ? 'stop' : 'tool_calls');
		});
	});
	return { ...server, requests };
}

const callOf = (name: string, given: object) => ({
	index: 0,
	id: 'call_1',
	type: 'function',
	function: { name, arguments: JSON.stringify(given) },
});

function answer(res: ServerResponse, { stream }: ChatRequest, message: object, reason: string) {
	const common = { id: 'chat_1', created: 1, model: 'scripted' };
	const choice = { index: 0, finish_reason: reason };
	if (!stream) {
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const choices = [{ ...choice, message }];
		res.setHeader('content-type', 'application/json');
		return res.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
	}
	const chunk = {
		...common,
		object: 'chat.completion.chunk',
		choices: [{ ...choice, delta: message }],
	};
	res.setHeader('content-type', 'text/event-stream');
	return res.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
}
