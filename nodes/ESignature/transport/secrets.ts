import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { type Account } from './session/account';
import { tokensInUse } from './session/session';
import { printable, without } from '../errors/printable';

/** What a text for the user may never contain, even where the service repeats it. */
export class Secrets {
	/** Only ever added to, so that what was prepared to find them can be kept. */
	private readonly known = new Set<string>();

	private readonly list: string[] = [];

	constructor(
		private readonly account: Account,
		credentials: ICredentialDataDecryptedObject,
	) {
		this.add(account.clientSecret);
		this.add(String(credentials.accessToken ?? ''));
	}

	/** Every access code that is sent: a later answer may repeat it. */
	learn(body: unknown): void {
		for (const code of accessCodes(body)) this.add(code);
	}

	/** Always the same list, with what is known by now. */
	get all(): readonly string[] {
		// Another process may have stored a token in the middle of the run.
		for (const token of tokensInUse(this.account)) this.add(token);
		return this.list;
	}

	/** A text of the service as it may be shown. */
	hideIn(text: unknown): string {
		return typeof text === 'string' ? printable(without(this.all, text)) : '';
	}

	private add(secret: string): void {
		if (secret === '' || this.known.has(secret)) return;
		this.known.add(secret);
		this.list.push(secret);
	}
}

/** The access codes in a request. */
export function accessCodes(body: unknown): string[] {
	if (Array.isArray(body)) return body.flatMap(accessCodes);
	// A file has as many entries as bytes, and no codes.
	if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body)) return [];
	return Object.entries(body).flatMap(([key, value]) =>
		key === 'accessCode' && typeof value === 'string' ? [value] : accessCodes(value),
	);
}
