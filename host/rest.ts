import { randomUUID } from 'node:crypto';

/** The owner of the host's n8n. The password is for the tests, whose n8n runs only as long as they do. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Olga',
	lastName: 'Owner',
	password: 'Sign-1234',
};

/** Enough to go on with a session in another program. */
export interface Session {
	url: string;
	cookie: string;
	/** n8n binds the session to the browser that opened it. */
	browser: string;
}

/** A person's session with n8n's own interface, the one that the editor uses. */
export class Rest {
	readonly session: Session;

	constructor(url: string, session: Session = { url, cookie: '', browser: randomUUID() }) {
		this.session = session;
	}

	get url(): string {
		return this.session.url;
	}

	/** Makes the owner on a new n8n, and signs in on one that has an owner. */
	async signIn(password = OWNER.password): Promise<void> {
		const { data } = await this.call<{ data: Settings }>('GET', '/rest/settings');
		if (data.userManagement.showSetupOnFirstLoad)
			await this.call('POST', '/rest/owner/setup', { ...OWNER, password });
		await this.call('POST', '/rest/login', { emailOrLdapLoginId: OWNER.email, password });
	}

	/** The answer's `data` where it has one. */
	async request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
		const answer = await this.call<{ data?: Answer }>(method, path, body);
		return (answer.data ?? answer) as Answer;
	}

	async file(path: string): Promise<Buffer> {
		return Buffer.from(await (await this.fetch('GET', path)).arrayBuffer());
	}

	private async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
		const text = await (await this.fetch(method, path, body)).text();
		return (text ? JSON.parse(text) : {}) as Answer;
	}

	private async fetch(method: string, path: string, body?: unknown): Promise<Response> {
		const answer = await fetch(this.url + path, {
			method,
			headers: {
				// n8n closes idle connections; a request on one that is being closed would fail.
				connection: 'close',
				'browser-id': this.session.browser,
				...(this.session.cookie && { cookie: this.session.cookie }),
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const set = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
		if (set.length > 0) this.session.cookie = set.join('; ');
		if (answer.ok) return answer;
		throw new Error(`n8n answered ${method} ${path} with ${answer.status}: ${await answer.text()}`);
	}
}

interface Settings {
	userManagement: { showSetupOnFirstLoad?: boolean };
}
