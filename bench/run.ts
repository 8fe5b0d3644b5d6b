import type { INodeExecutionData } from 'n8n-workflow';

import type { Counts } from './counts';
import { evidence, items } from './comparisons';
import type { Harness, Sample } from './harness';
import { mediansOf, type Job, type Samples, type Side } from './job';

export interface Result {
	job: Job;
	samples: Samples;
	bars: Array<{ name: string; max: number; value: number; isMet: boolean }>;
}

export interface Extent {
	/** Of each side of a job that counts. */
	rounds: number;
	/** 1 for the whole count of a job. */
	fraction: number;
}

/** Throws if a side did less, or more, than the job asks for. */
function assertWork(job: Job, side: string, count: number, { counts }: Sample): void {
	for (const [what, expected] of Object.entries(job.work(count, side))) {
		const found = counts[what as keyof Counts];
		if (found !== expected) {
			throw new Error(`${job.name}, ${side}: ${what} ${found} instead of ${expected}`);
		}
	}
}

/** Throws unless all outputs are the same. */
function assertSameAnswers(job: Job, answers: Map<string, INodeExecutionData[]>): void {
	const { name, answer } = job;
	if (!answer) return;
	const texts = [...answers].map(([side, found]) => ({
		side,
		text: JSON.stringify(found.map((item) => answer(item))),
	}));
	const other = texts.find(({ text }) => text !== texts[0]?.text);
	if (other) {
		throw new Error(`${name}: the output of '${other.side}' is not that of '${texts[0]?.side}'`);
	}
}

/** The sides that n8n needs to be measured itself; they do no work of the job. */
const WITHOUT_OUTPUT = ['n8n alone', 'the ZIP alone'];

export class Runner {
	constructor(
		private readonly extent: Extent,
		private readonly say: (line: string) => void,
		private readonly start: (binaryMode?: string) => Promise<Harness>,
	) {}

	/** All sides in turn, so that other load on the machine affects them equally. */
	async run(job: Job, harness: Harness): Promise<Result> {
		const samples: Samples = {};
		const count = Math.ceil(job.count * this.extent.fraction);
		const rounds = Math.min(this.extent.rounds, job.rounds ?? Infinity);
		// The first round warms up.
		for (let round = job.isFresh ? 1 : 0; round <= rounds; round++) {
			const answers = new Map<string, INodeExecutionData[]>();
			for (const [name, side] of Object.entries(job.sides)) {
				const many = round === 0 ? Math.ceil(count / 10) : count;
				const sample = job.isFresh
					? await this.inFreshN8n(job, side, many)
					: await side(harness, many);
				assertWork(job, name, many, sample);
				if (harness.items && !WITHOUT_OUTPUT.includes(name)) answers.set(name, harness.items);
				if (round > 0) (samples[name] ??= []).push(sample);
				this.say(
					`${job.name}, ${round > 0 ? `round ${round}` : 'warm-up'}, ${name}: ${sample.milliseconds.toFixed(0)} ms, ${sample.counts.requests} requests`,
				);
			}
			assertSameAnswers(job, answers);
		}
		const median = mediansOf(samples);
		const bars = job.bars.map(({ name, max, of }) => {
			const value = of(median);
			return { name, max, value, isMet: value <= max };
		});
		return { job, samples, bars };
	}

	/** After twenty small envelopes, which make n8n load what it needs for any download. */
	private async inFreshN8n({ binaryMode }: Job, side: Side, count: number): Promise<Sample> {
		const harness = await this.start(binaryMode);
		try {
			await harness.inN8n(evidence(harness), items(20));
			return await side(harness, count);
		} finally {
			await harness.stop();
		}
	}
}
