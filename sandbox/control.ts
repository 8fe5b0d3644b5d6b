import type { Route, UUID } from '../nodes/ESignature/api';
import { buildEnvelope, type EnvelopeFixture } from './fixture';
import type { View } from './http/faults';
import type { Call, Handler } from './http/router';
import { routesOf } from './routes';
import {
	signingPath,
	signersOf,
	type AuditEvent,
	type SizedFile,
	type StoredEnvelope,
} from './service/records';
import type { Service } from './service/service';
import { decline, sign } from './service/signing';
import type { Delivery, WebhookOptions } from './webhooks/options';

/** For tests: acts as a signer, looks inside, sets up a situation. */
export class Control {
	constructor(private readonly service: Service) {}

	/** The record itself, not a copy: it shows every later change. */
	envelope(wanted?: EnvelopeFixture): StoredEnvelope {
		return buildEnvelope(this.service, wanted);
	}

	get(envelopeID: UUID): StoredEnvelope {
		return this.service.store.envelope(envelopeID);
	}

	/** Every envelope that exists, the newest first; the records themselves. */
	envelopes(): StoredEnvelope[] {
		return this.service.store.all();
	}

	/** Acts as another client, without a connection. Throws if the service refuses it. */
	act<R extends Route>(route: R, call: Pick<Call<R>, 'ids'> & Partial<Call<R>>): void {
		const handle = routesOf(this.service)[route] as Handler<R>;
		void handle({ query: {}, body: undefined, ...call });
	}

	/** For the fault `stale`: the present state. */
	remember(): View {
		return this.service.store.remember();
	}

	/** Everyone who has not signed yet, in order; fields are filled in as a willing signer would. */
	signAll(envelopeID: UUID): void {
		const envelope = this.get(envelopeID);
		for (const signer of signersOf(envelope)) {
			if (!signer.signedAt) sign(this.service, envelope, signer);
		}
	}

	decline(envelopeID: UUID, participantID: UUID, reason?: string): void {
		const { envelope, participant } = this.service.store.participant({ envelopeID, participantID });
		decline(this.service, envelope, participant, reason);
	}

	/** Address of a participant's page; copy recipients have one, too. */
	signingUrl(envelopeID: UUID, participantID: UUID): string {
		const { envelope, participant } = this.service.store.participant({ envelopeID, participantID });
		return this.service.url + signingPath(envelope, participant);
	}

	/** The next upload ends as `failed`; calls add up. */
	failNextDocument(reason: string): void {
		this.service.failures.push(reason);
	}

	/**
	 * Size of the sealed ZIP or of the audit trail.
	 * Exact, unless the file needs more. Made while it is sent: any size costs no memory.
	 */
	fileSize(envelopeID: UUID, bytes: number, file: SizedFile = 'sealed'): void {
		this.get(envelopeID).sizes.set(file, bytes);
	}

	/** Every token issued so far is answered with 401 from now on. */
	revokeTokens(): void {
		this.service.tokens.revoke();
	}

	/** As if the lifetime of every token issued so far had passed. */
	expireTokens(): void {
		this.service.tokens.expire();
	}

	/** Until the next `reset()`; undefined switches deliveries off. */
	setWebhook(webhook: WebhookOptions | undefined): void {
		this.service.webhooks.configure(webhook);
	}

	/** Every attempt so far that has ended. */
	get deliveries(): readonly Delivery[] {
		return this.service.webhooks.deliveries;
	}

	/** Sends an event of any type; returns its ID. */
	emit(type: string, data?: Record<string, unknown>): UUID {
		return this.service.webhooks.send(type, data);
	}

	/** Resolves when no processing, sealing or delivery is pending. */
	async idle(): Promise<void> {
		await this.service.timers.idle();
	}

	auditTrail(envelopeID: UUID): readonly AuditEvent[] {
		return this.get(envelopeID).audit;
	}
}
