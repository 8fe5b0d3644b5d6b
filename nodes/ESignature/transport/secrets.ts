import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { currentToken, type Account } from './session';
import { printable, without } from './wire/text';

const LONGEST_TEXT = 4_000;

/** What a text for the user may never contain, even where the service repeats it. */
export class Secrets {
	/** Every access code that was sent in this run: a later answer may repeat it. */
	private readonly codes = new Set<string>();

	constructor(
		private readonly account: Account,
		private readonly credentials: ICredentialDataDecryptedObject,
	) {}

	learn(body: unknown): void {
		for (const code of accessCodes(body)) this.codes.add(code);
	}

	get all(): string[] {
		const stored = String(this.credentials.accessToken ?? '');
		return [this.account.clientSecret, stored, currentToken(this.account) ?? '', ...this.codes];
	}

	/** A text of the service as it may be shown. */
	hideIn(text: unknown): string {
		return printable(without(this.all, printable(text, LONGEST_TEXT)));
	}
}

function accessCodes(body: unknown): string[] {
	if (Array.isArray(body)) return body.flatMap(accessCodes);
	// A file has as many entries as bytes, and no codes.
	if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body)) return [];
	return Object.entries(body).flatMap(([key, value]) =>
		key === 'accessCode' && typeof value === 'string' ? [value] : accessCodes(value),
	);
}
