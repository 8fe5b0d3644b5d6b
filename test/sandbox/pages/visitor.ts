import type { Sandbox } from '../../../sandbox';

export interface Page {
	status: number;
	html: string;
	headers: Headers;
	/** Path to which a form leads on. */
	location: string | undefined;
}

/** A browser without a screen: keeps cookies, sends forms as a browser does. */
export class Visitor {
	private cookies = new Map<string, string>();

	constructor(private readonly sandbox: Sandbox) {}

	async get(address: string, headers: Record<string, string> = {}): Promise<Page> {
		return await this.send(address, { headers });
	}

	/** `headers` replaces what a browser says about where the form comes from. */
	async post(
		address: string,
		form: Record<string, string | string[]>,
		headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' },
	): Promise<Page> {
		const body = new URLSearchParams();
		for (const [name, value] of Object.entries(form)) {
			for (const each of [value].flat()) body.append(name, each);
		}
		return await this.send(address, { method: 'POST', headers, body });
	}

	private async send(address: string, init: RequestInit): Promise<Page> {
		const response = await this.request(address, init);
		for (const cookie of response.headers.getSetCookie()) {
			const [pair = ''] = cookie.split(';');
			const path = /Path=([^;]+)/.exec(cookie)?.[1] ?? '/';
			this.cookies.set(path, pair);
		}
		return {
			status: response.status,
			html: await response.text(),
			headers: response.headers,
			location: response.headers.get('location') ?? undefined,
		};
	}

	private async request(address: string, init: RequestInit): Promise<Response> {
		const url = new URL(address, this.sandbox.url);
		const cookies = [...this.cookies].filter(([path]) => url.pathname.startsWith(path));
		const headers = {
			...(init.headers as Record<string, string>),
			Cookie: cookies.map(([, pair]) => pair).join('; '),
		};
		return await fetch(url, { redirect: 'manual', ...init, headers });
	}
}
