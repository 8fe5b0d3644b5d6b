import { Poller } from '../nodes/ESignature/polling/poller';
import { PretendService, type Kept } from '../nodes/ESignature/polling/pretendService';
import { Archive, type File, type Steps } from './archive';
import { Hook } from './triggers';
import { Waits } from './waits';
import { isWhole, lineOf, simulate } from './year';

afterEach(() => jest.restoreAllMocks());

const SHORT = { seed: 1, envelopes: 200, days: 20 };
/** One of fifty. */
let count = 0;
const isHit = () => ++count % 50 === 0;
beforeEach(() => (count = 0));

// Others, and as many as you like, by `npm run simulate`.
it('archives what the service has, no more and no less', async () => {
	const year = await simulate({ seed: 1, envelopes: 300, days: 30 });
	expect([lineOf(year), isWhole(year)]).toEqual([
		expect.stringMatching(/archive = service.*: each change told once.*: each went on once$/),
		true,
	]);
	expect(year.finished).toBeGreaterThan(150);
	const { dropped, repeated, kills, lostWrites, overlaps, refused, restarts } = year;
	const { byWebhook, byPolling, bySweep } = year;
	for (const count of [
		dropped,
		repeated,
		kills,
		restarts,
		lostWrites,
		overlaps,
		refused,
		byWebhook,
	])
		expect(count).toBeGreaterThan(0);
	expect(byWebhook + byPolling + bySweep).toBe(year.finished);
	for (const count of [byPolling, bySweep]) expect(count).toBeGreaterThan(0);
	expect(year.polling.owed).toBe(year.finished);
	expect(year.hook.owed).toBe(year.webhooks - year.dropped);
	expect(year.waits.owed).toBe(year.envelopes);
});

it('says what is missing', async () => {
	const year = await simulate({ seed: 1, envelopes: 50, days: 10 });
	expect(lineOf({ ...year, missing: ['one'] })).toContain('archive IS NOT service');
});

describe.each([
	{ mistake: 'loses', times: 0, missed: 3, twice: 0 },
	{ mistake: 'repeats', times: 2, missed: 0, twice: 3 },
])('is noticed if it $mistake one of fifty:', ({ times, missed, twice }) => {
	const spoiled = <One>(all: One[]) =>
		all.flatMap((one) => (isHit() ? Array<One>(times).fill(one) : one));

	it('a polling trigger, though the sweep archives what it loses', async () => {
		const { poll } = Poller.prototype;
		jest.spyOn(Poller.prototype, 'poll').mockImplementation(async function (this: Poller, fate) {
			return spoiled(await poll.call(this, fate));
		});
		const year = await simulate(SHORT);
		const { polling } = year;
		expect([polling.missed.length, polling.twice.length]).toEqual([missed, twice]);
		expect(lineOf(year)).toMatch(/archive = service.*: NOT each change told once/);
		expect(isWhole(year)).toBe(false);
	});

	it('a webhook trigger', async () => {
		const { take } = Hook.prototype;
		jest.spyOn(Hook.prototype, 'take').mockImplementation(async function (this: Hook, report) {
			return spoiled(await take.call(this, report));
		});
		const year = await simulate(SHORT);
		expect([year.hook.missed.length, year.hook.twice.length]).toEqual([missed, twice]);
		expect(isWhole(year)).toBe(false);
	});

	it('a wait', async () => {
		const { start } = Waits.prototype;
		jest.spyOn(Waits.prototype, 'start').mockImplementation(async function (this: Waits, sent) {
			await start.call(this, spoiled(sent));
		});
		const year = await simulate(SHORT);
		expect([year.waits.missed.length, year.waits.twice.length]).toEqual([missed, twice]);
		expect(isWhole(year)).toBe(false);
	});
});

it('ends with the first poll that fails', async () => {
	const { answer } = PretendService.prototype;
	jest.spyOn(PretendService.prototype, 'answer').mockImplementation(async function (
		this: PretendService,
		request,
	) {
		if (this.requests > 100) this.broken = 400;
		return await answer.call(this, request);
	});
	await expect(simulate(SHORT)).rejects.toThrow();
});

/** Records before the store has confirmed. */
class Hasty extends Archive {
	protected override *steps(envelope: Kept): Steps<boolean> {
		yield;
		const files = this.download(envelope);
		const isNew = this.record(envelope, files.at(-1));
		yield;
		for (const file of files) this.write(envelope, file);
		return isNew;
	}
}

/** Does not read back what it wrote. */
class Trusting extends Archive {
	protected override isStored(): boolean {
		return true;
	}
}

/** Makes a new row, whether there is one or not. */
class Inserting extends Archive {
	protected override record(envelope: Kept, manifest?: File): boolean {
		return this.insert(envelope, manifest);
	}
}

/** Takes the first refusal for the proof that there is no file. */
class Gullible extends Archive {
	protected override isRefusedForLong(): boolean {
		return true;
	}
}

/** Does not say in the row which manifest it has stored. */
class Nameless extends Archive {
	protected override sumOf(): string {
		return '';
	}
}

/** Writes each download under the same names. */
class Overwriting extends Archive {
	protected override nameOf(ending: string): string {
		return ending;
	}
}

it.each([
	{
		mistake: 'records before the store has confirmed',
		Mistaken: Hasty,
		figure: 'recordedUnstored',
	},
	{ mistake: 'does not read back', Mistaken: Trusting, figure: 'recordedUnstored' },
	{ mistake: 'overwrites', Mistaken: Overwriting, figure: 'recordedUnstored' },
	{ mistake: 'believes one refusal', Mistaken: Gullible, figure: 'recordedUnstored' },
	{ mistake: 'records no manifest', Mistaken: Nameless, figure: 'recordedUnstored' },
	{ mistake: 'inserts in place of an upsert', Mistaken: Inserting, figure: 'recordedTwice' },
] as const)('notices an archive that $mistake', async ({ Mistaken, figure }) => {
	const year = await simulate({ ...SHORT, Archive: Mistaken });
	expect(year[figure].length).toBeGreaterThan(0);
	expect(lineOf(year)).toContain('archive IS NOT service');
	expect(isWhole(year)).toBe(false);
});
