/* eslint-disable @n8n/community-nodes/require-node-api-error -- a program for developers, never inside n8n */
import { createHash } from 'node:crypto';

import { Chance } from '../nodes/ESignature/trigger/random';
import { Poller } from '../nodes/ESignature/polling/poller';
import { PretendService, type Kept } from '../nodes/ESignature/polling/pretendService';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Between two polls. */
const POLL_HOURS = 6;
const BEGIN = Date.UTC(2027, 0, 1);
/** What the archiving examples take for finished. */
const FINISHED = ['sealed', 'rejected', 'cancelled'];

export interface Wanted {
	seed: number;
	envelopes: number;
	days?: number;
}

export interface Year {
	envelopes: number;
	days: number;
	finished: number;
	/** What the service sent, and what became of it on its way. */
	webhooks: number;
	dropped: number;
	repeated: number;
	kills: number;
	restarts: number;
	lostWrites: number;
	requests: number;
	/** By what an envelope was archived. */
	byWebhook: number;
	byPolling: number;
	bySweep: number;
	missing: string[];
	foreign: string[];
	recordedTwice: string[];
	recordedUnstored: string[];
}

type Cause = 'byWebhook' | 'byPolling' | 'bySweep';

/** Ends a run in its middle, as the end of its process does. */
class Killed extends Error {}

/**
 * A year of an account and of an n8n that archives what is finished, hour by hour: the polling trigger is the real
 * one; the webhook, the sweep and the storing of evidence follow the steps of the examples.
 */
class Simulation {
	readonly year: Year;
	private readonly chance: Chance;
	private readonly service: PretendService;
	private readonly poller: Poller;
	private readonly alive: Kept[] = [];
	/** What a disk or a bucket holds, and the data table. */
	private readonly store = new Map<string, string>();
	private readonly table = new Map<string, number>();
	/** Webhooks that the service will repeat, since nobody answered. */
	private pending: Kept[] = [];
	private now = BEGIN;
	/** n8n is away until then. */
	private awayUntil = 0;

	constructor(private readonly wanted: Required<Wanted>) {
		this.chance = new Chance(wanted.seed);
		this.service = new PretendService({ pageSize: 100, order: 'newestFirst' });
		this.poller = new Poller(this.service);
		this.poller.parameters = {
			options: { checkEvery: 72 },
			events: ['EnvelopeSealed', 'EnvelopeCancelled', 'SignatureRequestDeclined'],
		};
		this.year = {
			...{ envelopes: 0, days: wanted.days, finished: 0, webhooks: 0, dropped: 0, repeated: 0 },
			...{ kills: 0, restarts: 0, lostWrites: 0, requests: 0 },
			...{ byWebhook: 0, byPolling: 0, bySweep: 0 },
			...{ missing: [], foreign: [], recordedTwice: [], recordedUnstored: [] },
		};
	}

	async live(): Promise<Year> {
		const { wanted, year } = this;
		const realNow = Date.now;
		Date.now = () => this.now;
		try {
			const hours = wanted.days * 24;
			await this.poller.poll();
			for (let hour = 0; hour < hours; hour++) {
				this.now += HOUR;
				this.happen(wanted.envelopes / hours);
				if (this.now >= this.awayUntil) await this.work(hour);
			}
			// In the end n8n runs undisturbed for a night.
			this.now = Math.max(this.now, this.awayUntil) + DAY;
			await this.sweep(false);
		} finally {
			Date.now = realNow;
		}
		return this.judge(year);
	}

	/** An hour at the service. */
	private happen(most: number): void {
		const { chance, service, alive, year } = this;
		const count = Math.floor(most) + (chance.next() < most % 1 ? 1 : 0);
		for (let n = 0; n < count && year.envelopes < this.wanted.envelopes; n++) {
			alive.push(service.create('sent'));
			year.envelopes++;
		}
		// Most are signed within days; some never are.
		for (let at = alive.length - 1; at >= 0; at--) {
			if (!chance.oneIn(60)) continue;
			const [envelope] = alive.splice(at, 1) as [Kept];
			service.change(
				envelope,
				chance.pick(['sealed', 'sealed', 'sealed', 'rejected', 'cancelled']),
			);
			this.deliver(envelope);
		}
	}

	/** One of twenty gets lost, one of twenty comes twice; what nobody answers is tried again for an hour. */
	private deliver(envelope: Kept): void {
		const { chance, year } = this;
		year.webhooks++;
		if (chance.oneIn(20)) {
			year.dropped++;
			return;
		}
		this.pending.push(envelope);
		if (!chance.oneIn(20)) return;
		year.repeated++;
		this.pending.push(envelope);
	}

	/** An hour of n8n: webhooks, at times a poll, each night a sweep; now and then it is killed, or stopped for a while. */
	private async work(hour: number): Promise<void> {
		const { chance, poller, year } = this;
		const events = this.pending.splice(0);
		for (const { ID } of events) this.run('byWebhook', ID);
		const isKilled = hour % POLL_HOURS === 0 && chance.oneIn(20);
		if (hour % POLL_HOURS === 0) {
			const told = await poller.poll(isKilled ? 'killed' : 'committed').catch(() => []);
			for (const { envelopeId } of told) this.run('byPolling', envelopeId);
		}
		if (hour % 24 === 2) await this.sweep(true);
		if (isKilled) year.kills++;
		if (!chance.oneIn(24 * 14)) return;
		year.restarts++;
		poller.restart();
		this.awayUntil = this.now + (1 + chance.whole(8)) * HOUR;
	}

	/** What no event reported: the whole list, without what is in the table. */
	private async sweep(isDisturbed: boolean): Promise<void> {
		for (const { ID, status } of this.service.envelopes.values()) {
			if (!FINISHED.includes(status) || this.table.has(ID)) continue;
			if (!this.run('bySweep', ID, isDisturbed)) return;
		}
	}

	/** Returns false if the run was killed. */
	private run(cause: Cause, ID: string, isDisturbed = true): boolean {
		try {
			if (this.keep(ID, isDisturbed)) this.year[cause]++;
			return true;
		} catch (error) {
			if (!(error instanceof Killed)) throw error;
			this.year.kills++;
			return false;
		}
	}

	/** The steps of the sub-workflow that stores evidence. */
	private keep(ID: string, isDisturbed: boolean): boolean {
		const { chance, store, table, year } = this;
		const mayBeKilled = () => {
			if (isDisturbed && chance.oneIn(400)) throw new Killed();
		};
		if (table.has(ID)) return false;
		mayBeKilled();
		const file = evidenceOf(this.service.envelopes.get(ID) as Kept);
		// A store that loses one of fifty writes.
		if (chance.oneIn(50)) year.lostWrites++;
		else store.set(ID, file);
		mayBeKilled();
		if (store.get(ID) !== file) return isDisturbed ? false : this.keep(ID, isDisturbed);
		mayBeKilled();
		table.set(ID, (table.get(ID) ?? 0) + 1);
		return true;
	}

	private judge(year: Year): Year {
		const { service, store, table } = this;
		const all = [...service.envelopes.values()];
		const finished = all.filter(({ status }) => FINISHED.includes(status));
		year.finished = finished.length;
		year.requests = service.requests;
		year.missing = finished
			.filter((one) => !table.has(one.ID) || store.get(one.ID) !== evidenceOf(one))
			.map(({ ID }) => ID);
		const known = new Set(finished.map(({ ID }) => ID));
		year.foreign = [...table.keys()].filter((ID) => !known.has(ID));
		year.recordedTwice = [...table].filter(([, times]) => times > 1).map(([ID]) => ID);
		year.recordedUnstored = [...table.keys()].filter((ID) => !store.has(ID));
		return year;
	}
}

const evidenceOf = ({ ID, status, lastModifiedAt }: Kept): string =>
	createHash('sha256').update(`${ID} ${status} ${lastModifiedAt}`).digest('hex');

export const simulate = async (wanted: Wanted): Promise<Year> =>
	await new Simulation({ days: 365, ...wanted }).live();

export const isWhole = (year: Year): boolean =>
	[year.missing, year.foreign, year.recordedTwice, year.recordedUnstored].every(
		({ length }) => length === 0,
	);

export const lineOf = (year: Year): string =>
	`${year.days} days, ${year.envelopes} envelopes, ${year.finished} finished | webhooks ${year.webhooks}, dropped ${year.dropped}, twice ${year.repeated}` +
	` | kills ${year.kills}, restarts ${year.restarts}, lost writes ${year.lostWrites} | archived by webhook ${year.byWebhook}, polling ${year.byPolling}, sweep ${year.bySweep}` +
	` | ${year.requests} requests | missing ${year.missing.length}, not in the service ${year.foreign.length}, recorded twice ${year.recordedTwice.length}, recorded but not stored ${year.recordedUnstored.length}:` +
	` archive ${isWhole(year) ? '=' : 'IS NOT'} service`;
