import fc from 'fast-check';

import { draws } from '../../../support/draws';
import { Chance } from '../../../support/chance';
import { Poller } from './poller';
import { ORDERS, FakeEnvelopeApi, type FakeEnvelope } from './fakeEnvelopeApi';

const NEXT: Record<string, string[]> = {
	drafted: ['sent'],
	sent: ['processing', 'rejected', 'cancelled', 'sealed'],
	processing: ['sealed'],
};
/** More requests than any poll makes here, and so few that reading the list takes many polls. */
const [LONG, SHORT] = [Infinity, 40];

/** One account and one node that polls it: both are drawn, and the same for the same seed. */
class History {
	private readonly chance: Chance;
	private readonly service: FakeEnvelopeApi;
	private readonly poller: Poller;
	/** The ID of the event of everything that has happened. */
	private readonly happened = new Set<string>();
	/** The events that each envelope must have brought by the end. */
	private readonly due = new Map<FakeEnvelope, string[]>();
	private readonly alive: FakeEnvelope[] = [];
	private readonly processes: number;

	constructor(seed: number) {
		const chance = (this.chance = new Chance(seed));
		this.service = new FakeEnvelopeApi({
			order: chance.pick(ORDERS),
			pageSize: chance.pick([10, 20, 50]),
			capitals: chance.oneIn(4),
		});
		for (let n = chance.pick([0, 5, 300]); n > 0; n--) this.service.create('sealed');
		for (let n = chance.whole(20); n > 0; n--) {
			this.alive.push(this.service.create(chance.pick(['drafted', 'sent'])));
		}
		const isDurable = chance.oneIn(2);
		// Only then do several processes share what is kept.
		this.processes = isDurable ? 1 + chance.whole(2) : 1;
		this.poller = new Poller(this.service, isDurable);
		this.poller.parameters = { options: { checkEvery: chance.oneIn(4) ? 0 : 24 } };
		this.poller.atOnce = 8;
	}

	/** Events that are missing, that came twice, and that nothing has happened for. */
	async live(changes: number): Promise<Record<'missed' | 'twice' | 'invented', string[]>> {
		const { chance, service, poller, alive } = this;
		// Envelopes that exist when the workflow is published are known.
		for (let n = 0; n < 3; n++) await poller.poll();
		poller.activated();
		poller.budget = chance.pick([LONG, SHORT]);
		for (let done = 0; done < changes;) {
			const most = chance.oneIn(10) ? 200 : 15;
			for (let n = chance.whole(most); n > 0; n--, done++) this.change();
			for (const { ID } of alive) if (chance.oneIn(3)) service.listedAs.delete(ID);
			poller.hop(chance.whole(this.processes));
			service.meanwhile = chance.oneIn(3)
				? () => void (chance.oneIn(10) && this.change())
				: undefined;
			await this.poll();
			service.meanwhile = undefined;
		}
		poller.parameters = { options: { checkEvery: 0 } };
		poller.budget = LONG;
		service.listedAs.clear();
		for (let n = 0; n < 4; n++) await poller.poll();
		return this.judge();
	}

	/** Some polls fail on their way, and of some n8n keeps neither the state nor the run. */
	private async poll(): Promise<void> {
		const { chance, service, poller } = this;
		service.failing = chance.oneIn(10) ? chance.whole(6) : Infinity;
		const outcome = chance.oneIn(4) ? chance.pick(['lost', 'killed'] as const) : 'committed';
		await poller.poll(outcome).catch(() => []);
		service.failing = Infinity;
	}

	/** An envelope is created, moves on, or is deleted as a draft. */
	private change(): void {
		const { chance, service, alive, due } = this;
		const at = chance.whole(Math.max(1, alive.length));
		const envelope = alive[at];
		if (!envelope || chance.oneIn(3)) {
			const created = service.create(chance.pick(['drafted', 'sent', 'sealed']));
			alive.push(created);
			due.set(created, [`${created.ID}:created`]);
			this.happened.add(`${created.ID}:created`);
			if (created.status !== 'drafted') this.expect(created);
		} else if (envelope.status === 'drafted' && chance.oneIn(5)) {
			service.remove(envelope);
			due.delete(envelope);
			alive.splice(at, 1);
		} else if (NEXT[envelope.status]) {
			if (chance.oneIn(5)) service.listedAs.set(envelope.ID, envelope.status);
			service.change(envelope, chance.pick(NEXT[envelope.status] as string[]));
			this.expect(envelope);
		} else {
			alive.splice(at, 1);
		}
	}

	/** Of several statuses between two polls only the last one is seen. */
	private expect(envelope: FakeEnvelope): void {
		const created = (this.due.get(envelope) ?? []).filter((id) => id.endsWith(':created'));
		this.due.set(envelope, [...created, `${envelope.ID}:${envelope.status}`]);
		this.happened.add(`${envelope.ID}:${envelope.status}`);
	}

	private judge() {
		const emitted = this.poller.events.map(({ id }) => id);
		const once = new Set(emitted);
		return {
			missed: [...this.due.values()].flat().filter((id) => !once.has(id)),
			twice: emitted.filter((id, at) => emitted.indexOf(id) !== at),
			invented: emitted.filter((id) => !this.happened.has(id)),
		};
	}
}

it('misses no change and reports none twice, whatever fails or is lost between a poll and its commit', async () => {
	await fc.assert(
		fc.asyncProperty(fc.nat(), async (seed) => {
			const result = await new History(seed).live(300);

			expect(result).toEqual({ missed: [], twice: [], invented: [] });
		}),
		// Another seed is another account, not a simpler one.
		{ numRuns: draws(150), endOnFailure: true },
	);
}, 600_000);
