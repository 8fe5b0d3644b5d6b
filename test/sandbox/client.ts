import type { Problem, TokenReply } from '../../nodes/ESignature/api';
import { plainPdf } from '../../sandbox/files/plainPdf';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

export interface Answer<Body> {
	status: number;
	headers: Headers;
	body: Body;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A client of its own, on plain `fetch`: it shares no code with the connector. */
export class Client {
	private token = '';

	constructor(private readonly sandbox: Sandbox) {}

	async login(): Promise<TokenReply> {
		const { clientId: clientID, clientSecret } = this.sandbox;
		const { body } = await this.call<TokenReply>('POST /oauth/token', { clientID, clientSecret });
		this.token = body.accessToken;
		return body;
	}

	async raw(request: string, init: RequestInit = {}): Promise<Response> {
		const [method, path] = request.split(' ');
		const headers = { Authorization: `Bearer ${this.token}`, ...init.headers };
		const options: RequestInit = { redirect: 'manual', ...init, method, headers };
		return await fetch(`${this.sandbox.url}${path}`, options);
	}

	/** JSON in, JSON out; the body is undefined when nothing came back. */
	async call<Body = Problem>(request: string, body?: unknown): Promise<Answer<Body>> {
		const init = body === undefined ? {} : { headers: JSON_TYPE, body: JSON.stringify(body) };
		const response = await this.raw(request, init);
		const text = await response.text();
		const parsed = (text === '' ? undefined : JSON.parse(text)) as Body;
		return { status: response.status, headers: response.headers, body: parsed };
	}

	async bytes(request: string): Promise<Buffer> {
		const response = await this.raw(request);
		expect(response.status).toBe(200);
		return Buffer.from(await response.arrayBuffer());
	}

	async upload<Body = Problem>(
		envelopeID: string,
		{
			bytes = pdf(),
			metadata = { name: 'contract.pdf' },
		}: { bytes?: Buffer; metadata?: unknown } = {},
	): Promise<Answer<Body>> {
		const form = new FormData();
		form.set('metadata', jsonPart(metadata), 'metadata.json');
		form.set('payload', new Blob([new Uint8Array(bytes)]), 'contract.pdf');
		return await this.uploadForm<Body>(envelopeID, form);
	}

	async uploadForm<Body = Problem>(envelopeID: string, form: FormData): Promise<Answer<Body>> {
		const path = `POST /sign/envelopes/${envelopeID}/documents`;
		const response = await this.raw(path, { body: form });
		return {
			status: response.status,
			headers: response.headers,
			body: (await response.json()) as Body,
		};
	}
}

const jsonPart = (value: unknown) =>
	new Blob([JSON.stringify(value)], { type: 'application/json' });

/** A small PDF with so many pages. */
export const pdf = (pages = 1) =>
	plainPdf(Array.from({ length: pages }, (_, index) => [`Page ${index + 1}`]));

export const signatureFor = (participantID: string) => ({
	type: 'signature',
	participantID,
	boundingBox: [50, 60, 200, 40],
	page: 1,
	required: true,
});

/** A sandbox for the tests of a file, empty before each, and a client that has signed in. */
export function openSandbox(
	options: SandboxOptions,
	take: (opened: { sandbox: Sandbox; client: Client }) => void,
): void {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await createSandbox(options);
	});
	beforeEach(async () => {
		await sandbox.reset();
		const client = new Client(sandbox);
		await client.login();
		take({ sandbox, client });
	});
	afterAll(async () => await sandbox.close());
}
