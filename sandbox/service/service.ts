import { Timers } from '../time/timers';
import { Webhooks } from '../webhooks/webhooks';
import type { StoredEnvelope } from './records';
import type { Settings } from './settings';
import { Store } from './store';
import { Tokens } from './tokens';

/** What happened to an envelope, for the audit trail and, where there is an event, the webhook. */
export interface Happening {
	what: string;
	who?: string;
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

	constructor(readonly settings: Settings) {
		this.tokens = new Tokens(settings);
		const { clientId, clientSecret, now, webhook } = settings;
		const key = { id: clientId, secret: clientSecret };
		this.webhooks = new Webhooks(key, now, webhook, this.timers);
	}

	get now(): string {
		return new Date(this.settings.now()).toISOString();
	}

	/** Every change goes through here: `lastModifiedAt` grows, the audit trail gains a line. */
	happened(envelope: StoredEnvelope, { what, who = 'sender', event, data }: Happening): void {
		const last = Date.parse(envelope.lastModifiedAt);
		// Two changes in one millisecond must still be told apart.
		const when = new Date(Math.max(this.settings.now(), last + 1)).toISOString();
		envelope.lastModifiedAt = when;
		envelope.audit.push({ what, who, when });
		if (event) this.webhooks.emit(event, { envelopeID: envelope.ID, ...data });
	}

	reset(): void {
		this.timers.clear();
		this.webhooks.reset();
		this.store.clear();
		this.tokens.clear();
		this.failures.length = 0;
	}
}
