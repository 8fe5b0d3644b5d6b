import type { Sandbox, StoredEnvelope } from '../../../sandbox';
import { Client, JSON_TYPE } from '../client';

export interface Seen {
	status: number;
	headers: Headers;
	bytes: Buffer;
	text: string;
	/** Undefined when the text is not JSON. */
	json: Loose;
}

// A reply in any dialect: nothing is known about its shape.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Loose = any;

/** What a plain client sees of a draft and of a sealed envelope. */
export class Place {
	private constructor(
		readonly sandbox: Sandbox,
		readonly client: Client,
		readonly draft: StoredEnvelope,
		readonly sealed: StoredEnvelope,
	) {}

	static async of(sandbox: Sandbox): Promise<Place> {
		const { dialects } = sandbox;
		const spoken = dialects.names;
		const client = new Client(sandbox);
		dialects.set([]);
		await client.login();
		dialects.set(spoken);
		const sealed = sandbox.control.envelope({ status: 'sealed', documents: 2, fields: true });
		for (let n = 0; n < 12; n++) sandbox.control.envelope({ documents: 0, participants: [] });
		const draft = sandbox.control.envelope({
			documents: 2,
			participants: [
				{ email: 'Ada@bücher.example', authentication: { type: 'AccessCode', accessCode: '4711' } },
				{ email: 'bob@example.com' },
				{ role: 'cc' },
			],
			fields: 'all',
		});
		return new Place(sandbox, client, draft, sealed);
	}

	/** `GET {draft}/documents`, with or without a body. */
	async ask(request: string, body?: unknown, headers: Record<string, string> = {}): Promise<Seen> {
		const { draft, sealed } = this;
		const [document] = draft.documents;
		const names: Record<string, string> = {
			draft: `/sign/envelopes/${draft.ID}`,
			sealed: `/sign/envelopes/${sealed.ID}`,
			document: `/sign/envelopes/${draft.ID}/documents/${document?.ID}`,
			field: String(document?.fields[0]?.ID),
			nobody: '/sign/envelopes/00000000-0000-4000-8000-000000000000',
		};
		const path = request.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
		const response = await this.client.raw(path, {
			headers: { ...headers, ...(body !== undefined && JSON_TYPE) },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		return await seenOf(response);
	}

	async upload(): Promise<Loose> {
		return (await this.client.upload(this.draft.ID)).body;
	}
}

export async function seenOf(response: Response): Promise<Seen> {
	const bytes = Buffer.from(await response.arrayBuffer());
	const text = bytes.toString();
	const { status, headers } = response;
	return { status, headers, bytes, text, json: parsed(text) };
}

function parsed(text: string): Loose {
	try {
		return JSON.parse(text) as Loose;
	} catch {
		return undefined;
	}
}
