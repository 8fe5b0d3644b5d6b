import { Answers, assertWork, mediansOf, type Job, type Samples, type Side } from './bars';
import { evidence, many, MB } from './compare';
import type { Harness } from './harness';

export interface BarResult {
	name: string;
	value: number;
	most: number;
	isMet: boolean;
}

export interface Result {
	job: Pick<Job, 'name' | 'title'>;
	samples: Samples;
	/** Memory that was measured separately, in an n8n that has just started. */
	fresh: Samples;
	bars: BarResult[];
}

export interface Circumstances {
	repetitions: number;
	say: (line: string) => void;
	/** Starts an n8n of its own. */
	start: () => Promise<Harness>;
}

/** The first run of each side after twenty small envelopes, which make n8n load what it needs for any download. */
async function inFreshN8n(job: Job, { repetitions, say, start }: Circumstances): Promise<Samples> {
	const samples: Samples = {};
	const runs = Math.max(repetitions, job.freshRuns ?? 0);
	const names = Array.from({ length: runs }, () => job.fresh ?? []).flat();
	for (const name of names) {
		const harness = await start();
		try {
			await harness.inN8n(evidence(harness), many(20));
			const sample = await (job.sides[name] as Side)(harness);
			assertWork(job, name, sample);
			(samples[name] ??= []).push(sample);
			say(`${job.name}, new n8n, ${name}: ${((sample.memory ?? 0) / MB).toFixed(0)} MiB`);
		} finally {
			await harness.stop();
		}
	}
	return samples;
}

/** All sides in turn, so that other load on the machine affects them equally; the first round only warms up. */
export async function run(
	job: Job,
	harness: Harness,
	circumstances: Circumstances,
): Promise<Result> {
	const { repetitions, say } = circumstances;
	const samples: Samples = {};
	const fresh = await inFreshN8n(job, circumstances);
	const answers = new Answers(job);
	for (let round = 0; round <= repetitions; round++) {
		for (const [name, side] of Object.entries(job.sides)) {
			const sample = await side(harness);
			assertWork(job, name, sample);
			answers.check(name, harness.items);
			if (round > 0) (samples[name] ??= []).push(sample);
			const { milliseconds, counts } = sample;
			say(
				`${job.name}, ${round > 0 ? `round ${round}` : 'warm-up'}, ${name}: ${milliseconds.toFixed(0)} ms, ${counts.requests} requests, ${counts.inFlight} at a time`,
			);
		}
	}
	return judged(job, { samples, fresh });
}

/** What was measured, by the bars of a job. */
function judged(job: Job, { samples, fresh }: Pick<Result, 'samples' | 'fresh'>): Result {
	const median = mediansOf(samples, fresh);
	const bars = job.bars.map(({ name, most, of }) => {
		const value = of(median);
		return { name, value, most, isMet: value <= most };
	});
	return { job: { name: job.name, title: job.title }, samples, fresh, bars };
}
