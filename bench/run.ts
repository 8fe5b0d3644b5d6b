import { assertWork, mediansOf, type Job, type Samples } from './bars';
import type { Ground } from './ground';

export interface Verdict {
	name: string;
	value: number;
	most: number;
	isMet: boolean;
}

export interface Result {
	job: Pick<Job, 'name' | 'title'>;
	samples: Samples;
	bars: Verdict[];
}

/** All sides in turn, so that what else happens on the machine hits all of them; the first round only warms up. */
export async function run(
	job: Job,
	ground: Ground,
	{ repetitions, say }: { repetitions: number; say: (line: string) => void },
): Promise<Result> {
	const samples: Samples = {};
	for (let round = 0; round <= repetitions; round++) {
		for (const [name, side] of Object.entries(job.sides)) {
			const isOnce = job.once?.includes(name) === true;
			if (isOnce && round !== 1) continue;
			const sample = await side(ground);
			assertWork(job, name, sample);
			if (round > 0) (samples[name] ??= []).push(sample);
			const { milliseconds, counts } = sample;
			say(
				`${job.name}, ${round > 0 ? `round ${round}` : 'warm-up'}, ${name}: ${milliseconds.toFixed(0)} ms, ${counts.requests} requests, ${counts.inFlight} at a time`,
			);
		}
	}
	const median = mediansOf(samples);
	const bars = job.bars.map(({ name, most, of }) => {
		const value = of(median);
		return { name, value, most, isMet: value <= most };
	});
	return { job: { name: job.name, title: job.title }, samples, bars };
}
