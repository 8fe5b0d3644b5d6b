import type { Problem, TokenReply } from '../../nodes/ESignature/api';
import { createSandbox, type Sandbox } from '../../sandbox';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A client of its own, on plain `fetch`: it shares no code with the connector. */
export class Client {
	private token = '';

	constructor(private readonly sandbox: Sandbox) {}

	async login(): Promise<void> {
		const { clientId: clientID, clientSecret } = this.sandbox;
		const { body } = await this.call<TokenReply>('POST /oauth/token', { clientID, clientSecret });
		this.token = body.accessToken;
	}

	/** JSON in, JSON out. */
	async call<Body = Problem>(
		request: string,
		body?: unknown,
	): Promise<{ status: number; body: Body }> {
		const json = { headers: JSON_TYPE, body: JSON.stringify(body) };
		const response = await this.send(request, body === undefined ? {} : json);
		return { status: response.status, body: (await response.json()) as Body };
	}

	async send(request: string, { headers, body }: RequestInit = {}): Promise<Response> {
		const [method, path] = request.split(' ');
		const authorized = { Authorization: `Bearer ${this.token}`, ...headers };
		return await fetch(`${this.sandbox.url}${path}`, { method, headers: authorized, body });
	}
}

/** A sandbox for the tests of a file, empty before each, and a client that has signed in. */
export function openSandbox(take: (opened: { sandbox: Sandbox; client: Client }) => void): void {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await createSandbox();
	});
	beforeEach(async () => {
		await sandbox.reset();
		const client = new Client(sandbox);
		await client.login();
		take({ sandbox, client });
	});
	afterAll(async () => await sandbox.close());
}
