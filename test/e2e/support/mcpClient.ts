import { fetchUnpooled } from './fetchUnpooled';

interface Answer {
	result?: {
		tools?: Array<{ name: string }>;
		content?: Array<{ text: string }>;
	};
	error?: { message: string };
}

/** A client of the Model Context Protocol, as an AI assistant has one. */
export class McpClient {
	private session: string | undefined;
	private id = 0;

	private constructor(
		private readonly url: string,
		private readonly headers: Record<string, string>,
	) {}

	static async connect(url: string, headers: Record<string, string>): Promise<McpClient> {
		const client = new McpClient(url, headers);
		await client.ask('initialize', {
			protocolVersion: '2025-03-26',
			capabilities: {},
			clientInfo: { name: 'test', version: '1' },
		});
		await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
		return client;
	}

	async tools(): Promise<string[]> {
		return ((await this.ask('tools/list', {})).result?.tools ?? []).map(({ name }) => name);
	}

	async call(name: string, given: object): Promise<string> {
		const { result, error } = await this.ask('tools/call', { name, arguments: given });
		return error?.message ?? (result?.content ?? []).map(({ text }) => text).join('\n');
	}

	private async ask(method: string, params: object): Promise<Answer> {
		const answer = await this.post({ jsonrpc: '2.0', id: ++this.id, method, params });
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${method} was answered with ${answer.status}: ${text}`);
		const [, event] = /^data: (.+)$/m.exec(text) ?? [];
		return JSON.parse(event ?? text) as Answer;
	}

	private async post(message: object): Promise<Response> {
		const answer = await fetchUnpooled(this.url, {
			method: 'POST',
			body: JSON.stringify(message),
			headers: {
				...this.headers,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(this.session && { 'mcp-session-id': this.session }),
			},
		});
		this.session ??= answer.headers.get('mcp-session-id') ?? undefined;
		return answer;
	}
}
