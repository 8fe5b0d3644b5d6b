import { Redactor } from '../values/redact';
import { printable } from '../values/text';
import type { Account } from './session/account';
import { accountState } from './session/session';

/** Keeps secrets out of texts for the user, even where the service repeats them. */
export class Secrets {
	/** Made when it is first needed: most runs send no access code and have no error. */
	private made?: Redactor;

	constructor(private readonly account: Account) {}

	private get redactor(): Redactor {
		const { clientSecret, credentials } = this.account;
		return (this.made ??= new Redactor([clientSecret, String(credentials.accessToken ?? '')]));
	}

	/** Every access code that is sent: a later answer may repeat it. */
	learn(body: unknown): void {
		for (const code of accessCodes(body)) this.redactor.add(code);
	}

	/** A text of the service as it may be shown. */
	hideIn(text: unknown, maxLength?: number): string {
		if (typeof text !== 'string') return '';
		// Another process may have stored a token in the middle of the run.
		for (const token of accountState(this.account).usedTokens) this.redactor.add(token);
		return printable(this.redactor.redact(text), maxLength);
	}
}

function accessCodes(body: unknown): string[] {
	// A file has as many entries as bytes, and no codes.
	if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body)) return [];
	return Object.entries(body).flatMap(([key, value]) =>
		key === 'accessCode' && typeof value === 'string' ? [value] : accessCodes(value),
	);
}
