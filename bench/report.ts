import { measured, medianOf } from './bars';
import type { Result } from './run';

const MB = 1024 ** 2;

const seconds = (milliseconds: number): string =>
	milliseconds < 1_000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1_000).toFixed(2)} s`;

/** One line per side: median, spread, memory, requests. */
export function sideRows({ job, samples, fresh }: Result): string[] {
	return Object.entries(samples).map(([side, all]) => {
		const times = all.map(({ milliseconds }) => milliseconds);
		const memory = medianOf((fresh[side] ?? all).map((sample) => measured(sample, 'memory'))) / MB;
		const { requests, inFlight } = all.at(-1)?.counts ?? { requests: 0, inFlight: 0 };
		const spread = `${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`;
		return `| ${job.title} | ${side} | ${seconds(medianOf(times))} | ${spread} | ${memory > 0 ? `${memory.toFixed(0)} MiB` : '-'} | ${requests} | ${inFlight} |`;
	});
}

const figure = (value: number): string => (value === Infinity ? '-' : value.toFixed(2));

export const barRows = ({ job, bars }: Result): string[] =>
	bars.map(
		({ name, value, most, isMet }) =>
			`| ${job.title} | ${name} | ${figure(value)} | ${figure(most)} | ${isMet ? 'ok' : 'short'} |`,
	);

export interface Circumstances {
	machine: string;
	versions: string;
	command: string;
	date: string;
}

export function page(
	results: Result[],
	{ machine, versions, command, date }: Circumstances,
): string {
	return `# Measured

\`${command}\`, ${date}. ${machine}. ${versions}. Every answer of the service takes 20 ms. Times are medians; those of nodes are what n8n
measures for the node, so n8n's own work around it does not count.

## Bars

| Job | Bar | Value | At most | |
|---|---|---|---|---|
${results.flatMap(barRows).join('\n')}

## Sides

| Job | Side | Median | Spread | Memory | Requests | At a time |
|---|---|---|---|---|---|---|
${results.flatMap(sideRows).join('\n')}
`;
}
