import { Chance } from '../support/chance';
import { Poller, type PollOutcome } from '../nodes/ESignature/polling/poller';
import { FakeEnvelopeApi, type FakeEnvelope } from '../nodes/ESignature/polling/fakeEnvelopeApi';
import { Archive, Killed, type Steps } from './archive';
import { changeOf, Hook, REPORTS, Deliveries } from './triggers';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Between two polls. */
const POLL_HOURS = 6;
/** At the time of a poll, so that all three ways meet. */
const SWEEP_HOUR = 6;
const BEGIN = Date.UTC(2027, 0, 1);
/** The archiving examples take these statuses for finished. */
const FINISHED = Object.keys(REPORTS);

export interface Wanted {
	seed: number;
	envelopes: number;
	days: number;
}

export interface Year {
	envelopes: number;
	days: number;
	finished: number;
	/** The events that the service sent, and what became of them on their way. */
	webhooks: number;
	dropped: number;
	repeated: number;
	kills: number;
	restarts: number;
	lostWrites: number;
	/** Runs that began while another one for the same envelope was under way. */
	overlaps: number;
	/** How often the service had no file of an envelope yet. */
	refused: number;
	requests: number;
	/** By what an envelope was archived. */
	byWebhook: number;
	byPolling: number;
	bySweep: number;
	/** Each trigger by itself, since the sweep would make up for what it loses. */
	hook: Deliveries;
	polling: Deliveries;
	missing: string[];
	unknown: string[];
	recordedUnstored: string[];
}

type Cause = 'byWebhook' | 'byPolling' | 'bySweep';

/** A run that is under way. */
interface Run {
	cause: Cause;
	steps: Steps<number>;
}

/**
 * A year of an account and of an n8n that archives what is finished, hour by hour: both triggers are the real ones;
 * the sweep and the storing of evidence follow the steps of the examples.
 */
class Simulation {
	readonly year: Year;
	private readonly chance: Chance;
	private readonly service: FakeEnvelopeApi;
	private readonly poller: Poller;
	private readonly hook = new Hook();
	private readonly alive: FakeEnvelope[] = [];
	private readonly archive: Archive;
	/** Webhooks on their way; the service repeats what was not answered. */
	private pending: FakeEnvelope[] = [];
	/** Copies that come an hour after the first. */
	private later: FakeEnvelope[] = [];
	/** The events of the last hour, which n8n has answered; if it is killed, they come again. */
	private taken: FakeEnvelope[] = [];
	private now = BEGIN;
	/** n8n is away until then. */
	private awayUntil = 0;

	constructor(private readonly wanted: Wanted) {
		this.chance = new Chance(wanted.seed);
		this.archive = new Archive(this.chance);
		this.service = new FakeEnvelopeApi({ pageSize: 100, order: 'newestFirst' });
		this.poller = new Poller(this.service);
		this.poller.parameters = {
			options: { checkEvery: 72 },
			events: Object.values(REPORTS),
		};
		this.year = {
			envelopes: 0,
			days: wanted.days,
			finished: 0,
			webhooks: 0,
			dropped: 0,
			repeated: 0,
			kills: 0,
			restarts: 0,
			lostWrites: 0,
			overlaps: 0,
			refused: 0,
			requests: 0,
			byWebhook: 0,
			byPolling: 0,
			bySweep: 0,
			hook: new Deliveries(),
			polling: new Deliveries(),
			missing: [],
			unknown: [],
			recordedUnstored: [],
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
			for (let n = 0; n < 2; n++) this.runAll(await this.takeReports());
			for (let n = 0; n < 2; n++) this.runAll(await this.poll('committed'));
			this.runAll([{ cause: 'bySweep', steps: this.sweep(false) }]);
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
			const envelope = service.create('sent');
			alive.push(envelope);
			year.envelopes++;
		}
		// Most are signed within days; some never are.
		for (let at = alive.length - 1; at >= 0; at--) {
			if (!chance.oneIn(60)) continue;
			const [envelope] = alive.splice(at, 1) as [FakeEnvelope];
			service.change(
				envelope,
				chance.pick(['sealed', 'sealed', 'sealed', 'rejected', 'cancelled']),
			);
			this.archive.end(envelope);
			year.polling.expect(reportOf(envelope));
			this.deliver(envelope);
		}
	}

	/** One of twenty gets lost, one of twenty comes twice: at once, or an hour later. */
	private deliver(envelope: FakeEnvelope): void {
		const { chance, year } = this;
		year.webhooks++;
		if (chance.oneIn(20)) {
			year.dropped++;
			return;
		}
		year.hook.expect(reportOf(envelope));
		this.pending.push(envelope);
		if (!chance.oneIn(20)) return;
		year.repeated++;
		chance.pick([this.pending, this.later]).push(envelope);
	}

	/** All at the same moment, as they come. */
	private async takeReports(): Promise<Run[]> {
		const arriving = this.pending;
		this.taken = arriving;
		[this.pending, this.later] = [this.later, []];
		const delivered = await Promise.all(
			arriving.map(async (envelope) => await this.hook.take(envelope)),
		);
		return delivered.flat().map((event) => {
			this.year.hook.deliver(changeOf(event));
			return { cause: 'byWebhook', steps: this.keep(String(event.envelopeId)) };
		});
	}

	/** Nothing here disturbs a poll, so every complaint is a mistake of the trigger. */
	private async poll(outcome: PollOutcome): Promise<Run[]> {
		const { poller, year } = this;
		const found = await poller.poll(outcome);
		const [complaint] = poller.log;
		if (complaint !== undefined) throw new Error(complaint);
		return found.map((event) => {
			year.polling.deliver(changeOf(event));
			return { cause: 'byPolling', steps: this.keep(event.envelopeId) };
		});
	}

	/** An hour of n8n: webhooks, at times a poll, each night a sweep; now and then it is killed, or stopped for a while. */
	private async work(hour: number): Promise<void> {
		const { chance, year } = this;
		const runs = await this.takeReports();
		const isKilled = hour % POLL_HOURS === 0 && chance.oneIn(20);
		if (hour % POLL_HOURS === 0) runs.push(...(await this.poll(isKilled ? 'killed' : 'committed')));
		if (hour % 24 === SWEEP_HOUR) runs.push({ cause: 'bySweep', steps: this.sweep(true) });
		this.runAll(runs);
		if (isKilled) year.kills++;
		if (!chance.oneIn(24 * 14)) return;
		year.restarts++;
		this.poller.restart();
		this.hook.restart();
		// The answers got lost with the process.
		this.pending.push(...this.taken);
		year.repeated += this.taken.length;
		this.awayUntil = this.now + (1 + chance.whole(8)) * HOUR;
	}

	/** All at the same time: which one takes the next step is left to chance. */
	private runAll(runs: Run[]): void {
		const underWay = [...runs];
		while (underWay.length > 0) {
			const at = this.chance.whole(underWay.length);
			const { cause, steps } = underWay[at] as Run;
			try {
				const { done, value } = steps.next();
				if (!done) continue;
				this.year[cause] += value;
			} catch (error) {
				if (!(error instanceof Killed)) throw error;
				this.year.kills++;
			}
			underWay.splice(at, 1);
		}
	}

	/** Archives envelopes that no event reported: the whole list, without those in the table, one after the other. */
	private *sweep(isDisturbed: boolean): Steps<number> {
		for (const envelope of this.service.envelopes.values()) {
			while (FINISHED.includes(envelope.status) && !this.archive.has(envelope)) {
				// Counted at once: what is archived stays so if the run is killed later.
				if (yield* this.archive.keep(envelope, isDisturbed)) this.year.bySweep++;
				// Files that the store has lost are left for the next night; the last night repeats them.
				if (isDisturbed) break;
			}
		}
		return 0;
	}

	private *keep(ID: string): Steps<number> {
		const envelope = this.service.envelopes.get(ID) as FakeEnvelope;
		return (yield* this.archive.keep(envelope, true)) ? 1 : 0;
	}

	private judge(year: Year): Year {
		const { service, archive } = this;
		const { rows } = archive;
		const all = [...service.envelopes.values()];
		const finished = all.filter(({ status }) => FINISHED.includes(status));
		year.finished = finished.length;
		year.requests = service.requests;
		year.lostWrites = archive.lostWrites;
		year.overlaps = archive.overlaps;
		year.missing = finished
			.filter((one) => !archive.has(one) || !archive.isWhole(one.ID))
			.map(({ ID }) => ID);
		const known = new Set(finished.map(({ ID }) => ID));
		year.unknown = rows.filter(({ ID }) => !known.has(ID)).map(({ ID }) => ID);
		year.refused = archive.refused;
		year.recordedUnstored = rows
			.filter((row) => !archive.isWhole(row.ID) || !archive.hasManifestOf(row))
			.map(({ ID }) => ID);
		return year;
	}
}

export const simulate = async (wanted: Wanted): Promise<Year> =>
	await new Simulation(wanted).live();

const reportOf = ({ ID, status }: FakeEnvelope): string =>
	changeOf({ type: REPORTS[status] as string, envelopeId: ID });

const isArchived = (year: Year): boolean =>
	[year.missing, year.unknown, year.recordedUnstored].every(({ length }) => length === 0);

const isExact = (...all: Deliveries[]): boolean =>
	all
		.flatMap(({ missed, twice, invented }) => [missed, twice, invented])
		.every(({ length }) => length === 0);

const isDelivered = ({ hook, polling }: Year): boolean => isExact(hook, polling);

export const isWhole = (year: Year): boolean => isArchived(year) && isDelivered(year);

const deliveriesOf = (
	name: string,
	{ expectedCount, missed, twice, invented }: Deliveries,
): string =>
	`${name} had ${expectedCount} to deliver, missed ${missed.length}, twice ${twice.length}, invented ${invented.length}`;

export const lineOf = (year: Year): string =>
	`${year.days} days, ${year.envelopes} envelopes, ${year.finished} finished | webhooks ${year.webhooks}, dropped ${year.dropped}, twice ${year.repeated}` +
	` | kills ${year.kills}, restarts ${year.restarts}, lost writes ${year.lostWrites}, overlapping runs ${year.overlaps}, files not there yet ${year.refused} | archived by webhook ${year.byWebhook}, polling ${year.byPolling}, sweep ${year.bySweep}` +
	` | ${year.requests} requests | missing ${year.missing.length}, not in the service ${year.unknown.length}, recorded but not stored ${year.recordedUnstored.length}:` +
	` archive ${isArchived(year) ? '=' : 'IS NOT'} service` +
	` | ${deliveriesOf('the webhook trigger', year.hook)}; ${deliveriesOf('the polling trigger', year.polling)}:` +
	` ${isDelivered(year) ? 'each change delivered once' : 'NOT each change delivered once'}`;
