import type { INodeExecutionData } from 'n8n-workflow';

import type { Harness, Sample } from './harness';
import type { Counts } from './shared';

export type Side = (harness: Harness) => Promise<Sample>;

type Measure = 'milliseconds' | 'memory' | keyof Counts;

/** The median of what a side's runs took, or of something else that was measured. */
export type Medians = (side: string, what?: Measure) => number;

/** One comparison: a value made of the medians, and the most that it may be. */
export interface Bar {
	name: string;
	most: number;
	of(median: Medians): number;
}

export interface Job {
	name: string;
	title: string;
	/** What a side has to make the service count: the proof that all did the same. */
	work(side: string): Partial<Counts>;
	sides: Record<string, Side>;
	/** What an output item must contain whichever side made it: proof that all sides did the same work. */
	answer?(item: INodeExecutionData): unknown;
	/** Sides whose memory is that of an n8n which has just started: one that is at work for long holds some in reserve. */
	fresh?: string[];
	/** How often their memory is measured, if it varies more from run to run than the times do. */
	freshRuns?: number;
	/** Where n8n keeps files, if not on disk. */
	binaryMode?: string;
	bars: Bar[];
}

export const ratio = (name: string, most: number, of: Bar['of']): Bar => ({ name, most, of });

export function medianOf(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
	return ((low ?? NaN) + (high ?? NaN)) / 2;
}

export const measured = ({ milliseconds, memory = 0, counts }: Sample, what: Measure): number =>
	what === 'milliseconds' ? milliseconds : what === 'memory' ? memory : counts[what];

export type Samples = Record<string, Sample[]>;

export const mediansOf =
	(samples: Samples, fresh: Samples): Medians =>
	(side, what = 'milliseconds') =>
		medianOf(
			((what === 'memory' ? fresh[side] : undefined) ?? samples[side] ?? []).map((sample) =>
				measured(sample, what),
			),
		);

/** Throws if a side did less, or more, than the job asks for. */
export function assertWork(job: Job, side: string, { counts }: Sample): void {
	for (const [what, expected] of Object.entries(job.work(side))) {
		const found = counts[what as keyof Counts];
		if (found !== expected) {
			throw new Error(`${job.name}, ${side}: ${what} ${found} instead of ${expected}`);
		}
	}
}

const SILENT = ['floor', 'credential'];

/** Throws if the output of a side in n8n is not that of the side before. */
export class Answers {
	private expected: { by: string; text: string } | undefined;

	constructor(private readonly job: Job) {}

	check(side: string, items: INodeExecutionData[] | undefined): void {
		const { name, answer } = this.job;
		if (!answer || !items || SILENT.includes(side)) return;
		const text = JSON.stringify(items.map((item) => answer(item)));
		this.expected ??= { by: side, text };
		if (text !== this.expected.text) {
			throw new Error(`${name}: the output of '${side}' is not that of '${this.expected.by}'`);
		}
	}
}
