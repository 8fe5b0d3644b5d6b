import { MB, medianOf } from './job';
import type { Result } from './run';

const seconds = (milliseconds: number): string =>
	milliseconds < 1_000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1_000).toFixed(2)} s`;

export const barRows = ({ job, bars }: Result): string[] =>
	bars.map(
		({ name, value, max, isMet }) =>
			`| ${job.title} | ${name} | ${value.toFixed(2)} | ${max.toFixed(2)} | ${isMet ? 'ok' : 'short'} |`,
	);

export const sideRows = ({ job, samples }: Result): string[] =>
	Object.entries(samples).map(([side, all]) => {
		const times = all.map(({ milliseconds }) => milliseconds);
		const memory = medianOf(all.map((sample) => sample.memory ?? 0)) / MB;
		const spread = `${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`;
		const { requests = 0 } = all.at(-1)?.counts ?? {};
		return `| ${job.title} | ${side} | ${seconds(medianOf(times))} | ${spread} | ${memory > 0 ? `${memory.toFixed(0)} MiB` : '-'} | ${requests} |`;
	});

export const page = (results: Result[], circumstances: string): string => `# Measured

${circumstances} Every answer of the service takes 20 ms. Times are
medians; those of nodes are what n8n measures for the node, so n8n's own work around it does not count. Only *memory* and *database* measure
memory in an n8n that has just started.

## Bars

| Job | Bar | Value | At most | |
|---|---|---|---|---|
${results.flatMap(barRows).join('\n')}

## Sides

| Job | Side | Median | Spread | Memory | Requests |
|---|---|---|---|---|---|
${results.flatMap(sideRows).join('\n')}
`;
