import { Chance } from '../trigger/random';
import { Poller } from './poller';
import { PretendService, type Kept, type Ordered } from './pretendService';

const ORDERS: Ordered[] = ['newestFirst', 'newestLast', 'changedFirst', 'byId'];
const NEXT: Record<string, string[]> = {
	drafted: ['sent'],
	sent: ['processing', 'rejected', 'cancelled', 'sealed'],
	processing: ['sealed'],
};

/** More than any poll takes here. */
const LONG = Infinity;

/** So little that a full check takes many polls. */
const SHORT = 10;

export interface Wanted {
	seed: number;
	changes: number;
}

export interface Verdict {
	changes: number;
	polls: number;
	kills: number;
	events: number;
	requests: number;
	missed: string[];
	twice: string[];
}

/** One account and one node that polls it: both by chance, and the same for the same seed. */
class History {
	readonly verdict: Verdict = {
		changes: 0,
		polls: 0,
		kills: 0,
		events: 0,
		requests: 0,
		missed: [],
		twice: [],
	};
	private readonly chance: Chance;
	private readonly service: PretendService;
	private readonly poller: Poller;
	/** What has to be told by the end: the ID of the event. */
	private readonly due = new Map<Kept, string[]>();
	private readonly alive: Kept[] = [];
	/** Full checks take many polls, and hundreds are created in the course of each. */
	private readonly isBusy: boolean;
	/** Processes that poll by turns. */
	private readonly mains: number;
	private readonly hurry: number;

	constructor(seed: number) {
		this.chance = new Chance(seed);
		const { chance } = this;
		this.isBusy = chance.oneIn(2);
		const { isBusy } = this;
		this.service = new PretendService({
			order: isBusy && !chance.oneIn(4) ? 'byId' : chance.pick(ORDERS),
			pageSize: isBusy ? 10 : chance.pick([1, 5, 20, 50]),
			offsets: chance.oneIn(3),
			capitals: chance.oneIn(10),
		});
		const old = isBusy ? 1_000 : chance.pick([0, chance.whole(300)]);
		for (let n = old; n > 0; n--) this.service.create('sealed');
		for (let n = chance.whole(20); n > 0; n--) {
			this.alive.push(this.service.create(chance.pick(['drafted', 'sent'])));
		}
		const isDurable = chance.oneIn(2);
		// Only then do they share what is kept.
		this.mains = isDurable && chance.oneIn(2) ? 2 : 1;
		this.poller = new Poller(this.service, isDurable);
		this.poller.parameters = { options: { checkEvery: chance.oneIn(4) ? 0 : 24 } };
		this.poller.atOnce = isBusy ? 8 : 1;
		this.hurry = isBusy ? 3 * SHORT : chance.oneIn(4) ? SHORT : LONG;
	}

	/** After so many changes it is over. */
	get longest(): number {
		return this.isBusy ? 4_000 : 500;
	}

	async live(changes: number): Promise<Verdict> {
		const { chance, service, poller, verdict, isBusy } = this;
		// Nothing counts before n8n has kept what the first poll saw.
		for (let n = 0; n < 3; n++) await poller.poll();
		poller.activated();
		poller.budget = this.hurry;
		while (verdict.changes < changes) {
			const most = chance.oneIn(40) ? 900 : isBusy ? 120 : 12;
			for (let n = chance.whole(most); n > 0 && verdict.changes < changes; n--) this.change();
			// One check after another, and then none for a while.
			if (isBusy && chance.oneIn(10)) {
				poller.parameters = { options: { checkEvery: chance.pick([0, 24]) } };
			}
			poller.hop(chance.whole(this.mains));
			service.meanwhile = chance.oneIn(3)
				? () => void (chance.oneIn(10) && this.change())
				: undefined;
			await this.poll();
			service.meanwhile = undefined;
			if (chance.oneIn(200)) service.reorder(chance.pick(ORDERS));
		}
		poller.parameters = { options: { checkEvery: 0 } };
		poller.budget = LONG;
		for (let n = 0; n < 6; n++) await poller.poll();
		// After a check during which the list was reordered, what it seemed to lack has its turn, 50 in each poll.
		poller.parameters = { options: { checkEvery: 24 } };
		for (let n = 0; isBusy && n < 12; n++) await poller.poll();
		return this.judge();
	}

	private async poll(): Promise<void> {
		const { chance, service, poller, verdict } = this;
		verdict.polls++;
		const isDown = chance.oneIn(15);
		service.failing = isDown ? chance.whole(6) : Infinity;
		const fate = chance.oneIn(4) ? chance.pick(['lost', 'killed'] as const) : 'committed';
		if (fate !== 'committed') verdict.kills++;
		await poller.poll(fate).catch(() => []);
		service.failing = Infinity;
	}

	/** An envelope is created, moves on, or is deleted as a draft. */
	private change(): void {
		const { chance, service, alive, due, verdict } = this;
		verdict.changes++;
		if (alive.length === 0 || chance.oneIn(3) || (this.isBusy && chance.oneIn(2))) {
			const envelope = service.create(chance.pick(['drafted', 'sent', 'sealed', 'sealed']));
			alive.push(envelope);
			due.set(envelope, [`${envelope.ID}:created`]);
			if (envelope.status !== 'drafted') this.expect(envelope);
			return;
		}
		const at = chance.whole(alive.length);
		const envelope = alive[at] as Kept;
		const next = NEXT[envelope.status];
		if (envelope.status === 'drafted' && chance.oneIn(5)) {
			service.remove(envelope);
			due.delete(envelope);
			alive.splice(at, 1);
		} else if (next) {
			service.change(envelope, chance.pick(next));
			this.expect(envelope);
		} else {
			alive.splice(at, 1);
		}
	}

	/** Of several statuses between two polls only the last one is seen. */
	private expect(envelope: Kept): void {
		const { due } = this;
		const created = (due.get(envelope) ?? []).filter((id) => id.endsWith(':created'));
		due.set(envelope, [...created, `${envelope.ID}:${envelope.status}`]);
	}

	private judge(): Verdict {
		const { verdict, poller, service } = this;
		const told = new Map<string, number>();
		for (const { id } of poller.events) told.set(id, (told.get(id) ?? 0) + 1);
		const wanted = [...this.due.values()].flat().map((id) => id.toLowerCase());
		verdict.missed = wanted.filter((id) => !told.has(id));
		verdict.twice = [...told].filter(([, count]) => count > 1).map(([id]) => id);
		verdict.events = poller.events.length;
		verdict.requests = service.requests;
		return verdict;
	}
}

/** Many short histories: each has manners of its own. */
export async function liveThrough({ seed, changes }: Wanted): Promise<Verdict & { lives: number }> {
	const sum = { changes: 0, polls: 0, kills: 0, events: 0, requests: 0, lives: 0 };
	const missed: string[] = [];
	const twice: string[] = [];
	for (; sum.changes < changes; sum.lives++) {
		const one = new History(seed + sum.lives);
		const verdict = await one.live(Math.min(one.longest, changes - sum.changes));
		for (const key of ['changes', 'polls', 'kills', 'events', 'requests'] as const)
			sum[key] += verdict[key];
		missed.push(...verdict.missed.map((id) => `seed ${seed + sum.lives}: ${id}`));
		twice.push(...verdict.twice.map((id) => `seed ${seed + sum.lives}: ${id}`));
	}
	return { ...sum, missed, twice };
}

export const lineOf = (verdict: Verdict & { lives: number }): string =>
	`${verdict.changes} changes in ${verdict.lives} accounts, ${verdict.polls} polls, ${verdict.kills} kills between poll and commit, ${verdict.requests} requests, ${verdict.events} events: ${verdict.missed.length} missed, ${verdict.twice.length} twice`;
