import { sleep } from 'n8n-workflow';

import { Chance } from '../../trigger/random';
import { RateLimit } from '../../../../../nodes/ESignature/transport/wire/backoff';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** What a service says to a request that arrives now: nothing, or for how long to wait if it says so. */
type Service = () => 'served' | { asked?: number };

const LATENCY = 20;
const WORKERS = 8;
const middle = () => 0.5;

/** Asks a service for so much, at its own pace; tells how long that took and how often it was refused. */
async function asking(service: Service, count: number, latency: () => number = () => LATENCY) {
	const limit = new RateLimit();
	const began = performance.now();
	let left = count;
	let refused = 0;
	let gaveUp = 0;
	const route = 'GET /sign/envelopes';
	const work = async () => {
		while (left > 0) {
			left -= 1;
			for (let times = 1; ; times++) {
				const place = await limit.enter();
				const answer = service();
				await sleep(latency());
				if (answer === 'served') {
					place.leave();
					limit.succeeded({ route, since: place.since });
					break;
				}
				refused += 1;
				const wait = limit.refused(place, { asked: answer.asked, times }, middle);
				place.leave();
				// A request ends with an error then.
				if (wait === undefined) gaveUp += 1;
				if (wait === undefined) break;
			}
		}
	};
	const done = Promise.all(Array.from({ length: WORKERS }, work)).then(() => performance.now());
	let ended: number | undefined;
	void done.then((time) => (ended = time));
	while (ended === undefined) await jest.advanceTimersByTimeAsync(10);
	expect(gaveUp).toBe(0);
	return { took: ended - began, refused };
}

/** So many in each second, counted from the first request of it. */
function perSecond(most: number, { says }: { says: boolean }): Service {
	let ends = -Infinity;
	let left = 0;
	return () => {
		const now = performance.now();
		if (now >= ends) {
			ends = now + 1_000;
			left = most;
		}
		if (left > 0) {
			left -= 1;
			return 'served';
		}
		return says ? { asked: ends - now } : {};
	};
}

/** As the header says it. */
const inSeconds =
	(service: Service, rounded = Math.ceil): Service =>
	() => {
		const answer = service();
		if (answer === 'served') return answer;
		return { asked: answer.asked && rounded(answer.asked / 1_000) * 1_000 };
	};

/** So many in any second. */
function sliding(most: number): Service {
	const served: number[] = [];
	return () => {
		const now = performance.now();
		while (served[0] !== undefined && served[0] <= now - 1_000) served.shift();
		if (served.length >= most) return { asked: (served[0] ?? now) + 1_000 - now };
		served.push(now);
		return 'served';
	};
}

/** A bucket that is refilled evenly. */
function bucket(perSecond: number, size: number): Service {
	let level = size;
	let last = performance.now();
	return () => {
		const now = performance.now();
		level = Math.min(size, level + ((now - last) * perSecond) / 1_000);
		last = now;
		if (level < 1) return { asked: 1_000 };
		level -= 1;
		return 'served';
	};
}

const COUNT = 1_000;
const RATE = 20;
const IDEAL = (COUNT / RATE) * 1_000;

it.each<[string, () => Service]>([
	['counts by the second and says how long to wait', () => perSecond(RATE, { says: true })],
	['counts by the second and says nothing', () => perSecond(RATE, { says: false })],
	['fills a bucket', () => bucket(RATE, RATE)],
])(
	'finds the pace of a service that %s: nearly as fast, and hardly refused',
	async (_, service) => {
		const { took, refused } = await asking(service(), COUNT);

		expect(took / IDEAL).toBeLessThanOrEqual(1.15);
		expect(refused / COUNT).toBeLessThan(0.02);
	},
);

it.each<[string, () => Service, number]>([
	['counts by the second', () => perSecond(RATE, { says: true }), 1.15],
	['counts the last second', () => sliding(RATE), 1.25],
	['fills a small bucket', () => bucket(RATE, 5), 1.5],
])('finds the pace of a service that %s and asks for whole seconds', async (_, service, most) => {
	const { took, refused } = await asking(inSeconds(service()), COUNT);

	expect(took / IDEAL).toBeLessThanOrEqual(most);
	expect(refused / COUNT).toBeLessThan(0.03);
});

it.each([RATE, 5])(
	'goes on with a service that allows %s in a second and rounds the rest of it down to 0',
	async (rate) => {
		const service = inSeconds(perSecond(rate, { says: true }), Math.floor);
		const { took, refused } = await asking(service, 300);

		expect(took / ((300 / rate) * 1_000)).toBeLessThanOrEqual(1.5);
		expect(refused / 300).toBeLessThan(0.5);
	},
);

/** Says nothing about how long to wait. */
const silent =
	(service: Service): Service =>
	() =>
		service() === 'served' ? 'served' : {};

it.each<[string, () => Service, number]>([
	['fills a bucket of 5', () => bucket(RATE, 5), 1.5],
	['fills a bucket of 1', () => bucket(RATE, 1), 2.25],
])('finds the pace of a service that %s and says nothing', async (_, service, most) => {
	const { took, refused } = await asking(silent(service()), COUNT);

	expect(took / IDEAL).toBeLessThanOrEqual(most);
	expect(refused / COUNT).toBeLessThan(0.04);
});

it.each<[string, () => Service, number]>([
	['counts by the second', () => perSecond(RATE, { says: true }), 1.15],
	['counts the last second', () => sliding(RATE), 1.15],
	['counts by the second and says nothing', () => perSecond(RATE, { says: false }), 1.3],
])('finds the pace of a service that takes its time and %s', async (_, service, most) => {
	const { took, refused } = await asking(service(), COUNT, () => 300);

	expect(took / IDEAL).toBeLessThanOrEqual(most);
	expect(refused / COUNT).toBeLessThan(0.02);
});

it('is as fast as the service answers where nothing is refused', async () => {
	const { took, refused } = await asking(() => 'served', COUNT);

	expect(refused).toBe(0);
	expect(took).toBeLessThanOrEqual((COUNT / WORKERS) * LATENCY * 1.05);
});

it('does not stay slow after a refusal that was only a whim', async () => {
	let requests = 0;
	const whim: Service = () => (++requests === 30 ? { asked: 1_000 } : 'served');
	const { took } = await asking(whim, COUNT);

	// Ten times as fast as the pace that the refusal suggests.
	expect(took).toBeLessThanOrEqual(COUNT * 3 + 10_000);
});

describe('answers that take longer', () => {
	/** How many the service had at a time at most, after it has slowed down. */
	async function mostAfter(slowed: (inFlight: number) => number): Promise<number> {
		let answers = 0;
		let inFlight = 0;
		let most = 0;
		const service: Service = () => {
			inFlight += 1;
			return 'served';
		};
		const latency = () => {
			answers += 1;
			if (answers > 300) most = Math.max(most, inFlight);
			const wait = answers > 200 ? slowed(inFlight) : LATENCY;
			void sleep(wait).then(() => (inFlight -= 1));
			return wait;
		};
		await asking(service, 400, latency);
		return most;
	}

	it('than twice as long make fewer go at a time', async () => {
		expect(await mostAfter((inFlight) => inFlight * 200)).toBeLessThan(WORKERS);
	});

	it.each([150, 300, 1_000])('by chance, around %s ms, change little', async (median) => {
		const chance = new Chance(20_261_117);
		let all = 0;
		const latency = () => {
			// Of six throws, nearly a normal distribution.
			const throws = Array.from({ length: 6 }, () => chance.whole(1_000) / 1_000);
			const normal = (throws.reduce((sum, one) => sum + one, 0) - 3) * Math.SQRT2;
			const wait = median * Math.exp(0.4 * normal);
			all += wait;
			return wait;
		};
		const { took } = await asking(() => 'served', COUNT, latency);

		expect(took / (all / WORKERS)).toBeLessThanOrEqual(1.1);
	});

	it.each([
		[0.05, 2_000],
		[0.1, 1_500],
	])('now and then, %s of them %s ms, change little', async (share, long) => {
		const chance = new Chance(20_261_118);
		let all = 0;
		const latency = () => {
			const wait = chance.whole(1_000) < share * 1_000 ? long : 200;
			all += wait;
			return wait;
		};
		const { took } = await asking(() => 'served', COUNT, latency);

		expect(took / (all / WORKERS)).toBeLessThanOrEqual(1.1);
	});

	it('but hardly, change nothing', async () => {
		expect(await mostAfter(() => 3 * LATENCY)).toBe(WORKERS);
	});
});

it('a refusal after hours of few requests does not hold up the account for long', async () => {
	const limit = new RateLimit();
	for (let hour = 0; hour < 24; hour++) {
		const place = await limit.enter();
		place.leave();
		limit.succeeded({ route: 'GET /sign/envelopes', since: place.since });
		await jest.advanceTimersByTimeAsync(3_600_000);
	}
	const place = await limit.enter();
	limit.refused(place, { asked: 1_000, times: 1 }, middle);
	place.leave();

	const began = performance.now();
	let entered = 0;
	const two = (async () => {
		for (; entered < 3; entered++) (await limit.enter()).leave();
	})();
	while (entered < 3) await jest.advanceTimersByTimeAsync(100);
	await two;
	expect(performance.now() - began).toBeLessThan(10_000);
});
