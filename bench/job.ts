import type { INodeExecutionData } from 'n8n-workflow';

import type { Counts } from './counts';
import type { Harness, Sample } from './harness';

export const MB = 1024 ** 2;

export type Side = (harness: Harness, count: number) => Promise<Sample>;

type Measure = 'milliseconds' | 'memory' | keyof Counts;

/** The median over the runs of a side. */
export type Medians = (side: string, measure?: Measure) => number;

export interface Bar {
	name: string;
	max: number;
	of(median: Medians): number;
}

export const bar = (name: string, max: number, of: Bar['of']): Bar => ({ name, max, of });

export interface Job {
	name: string;
	title: string;
	/** Of items, MiB or events; a tenth of them to warm up. */
	count: number;
	/** If not as many as the other jobs have. */
	rounds?: number;
	sides: Record<string, Side>;
	bars: Bar[];
	/** Expected counts of the service: proof that all sides did the same work. */
	work(count: number, side: string): Partial<Counts>;
	/** The part of an output item that must be the same whichever node made it. */
	answer?(item: INodeExecutionData): unknown;
	/** Each run is in an n8n that has just started: one that has worked for long holds memory in reserve. */
	isFresh?: boolean;
	/** Where n8n keeps files, if not on disk. */
	binaryMode?: string;
}

export type Samples = Record<string, Sample[]>;

export function medianOf(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
	return ((low ?? NaN) + (high ?? NaN)) / 2;
}

const valueOf = ({ milliseconds, memory = 0, counts }: Sample, measure: Measure): number =>
	measure === 'milliseconds' ? milliseconds : measure === 'memory' ? memory : counts[measure];

export const mediansOf =
	(samples: Samples): Medians =>
	(side, measure = 'milliseconds') =>
		medianOf((samples[side] ?? []).map((sample) => valueOf(sample, measure)));
