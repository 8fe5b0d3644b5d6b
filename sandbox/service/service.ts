import { randomBytes } from 'node:crypto';

import { Timers } from '../time/timers';
import { Webhooks } from '../webhooks/webhooks';
import type { StoredEnvelope } from './records';
import type { Settings } from './settings';
import { Store } from './store';
import { Tokens } from './tokens';

/** For the audit trail and, where there is an event, the webhook. */
export interface Happening {
	what: string;
	who?: string;
	details?: string[];
	event?: string;
	data?: Record<string, unknown>;
}

/** The state of the service, shared by its routes and by the sandbox's controls. */
export class Service {
	readonly store = new Store();
	readonly tokens: Tokens;
	readonly timers = new Timers();
	readonly webhooks: Webhooks;
	/** Reasons for which the next uploads end as `failed`. */
	readonly failures: string[] = [];
	/** Known once the server listens. */
	url = '';
	private readonly firstSecret: string;

	constructor(readonly settings: Settings) {
		this.firstSecret = settings.clientSecret;
		this.tokens = new Tokens(settings);
		const key = () => ({ id: settings.clientId, secret: settings.clientSecret });
		this.webhooks = new Webhooks(key, settings.now, this.timers);
	}

	get now(): string {
		return new Date(this.settings.now()).toISOString();
	}

	/** Every change goes through here: `lastModifiedAt` grows, the audit trail gains a line. */
	happened(envelope: StoredEnvelope, happening: Happening): void {
		const { event, data } = happening;
		const last = Date.parse(envelope.lastModifiedAt);
		// Two changes in one millisecond must still be told apart.
		envelope.lastModifiedAt = this.noted(envelope, happening, last + 1);
		if (event) this.webhooks.emit(event, { envelopeID: envelope.ID, ...data });
	}

	/** A line of the audit trail about something that changes nothing, such as a wrong code. */
	noted(
		{ audit }: StoredEnvelope,
		{ what, who = 'sender', details }: Happening,
		notBefore = Date.parse(audit.at(-1)?.when ?? this.now),
	): string {
		const when = new Date(Math.max(this.settings.now(), notBefore)).toISOString();
		audit.push({ what, who, when, ...(details && details.length > 0 && { details }) });
		return when;
	}

	/** From now on the old secret neither signs in nor signs events. */
	rotateSecret(): void {
		this.settings.clientSecret = randomBytes(24).toString('base64url');
	}

	reset(): void {
		this.timers.clear();
		this.webhooks.reset();
		this.store.clear();
		this.tokens.revoke();
		this.failures.length = 0;
		this.settings.clientSecret = this.firstSecret;
	}
}
