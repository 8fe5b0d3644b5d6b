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

const WIDTH = 640;
const LINE = 26;
/** The width of a letter, on average, also in a wide font. */
const LETTER = 7;

/** The medians of one job as a picture. */
export function plot({ job, samples }: Result): string {
	const medians = Object.entries(samples).map(
		([side, all]) => [side, medianOf(all.map(({ milliseconds }) => milliseconds))] as const,
	);
	const most = Math.max(...medians.map(([, value]) => value));
	const label = 16 + LETTER * Math.max(...medians.map(([side]) => side.length));
	const height = 34 + medians.length * LINE;
	const lines = medians.map(([side, value], index) => {
		const y = 30 + index * LINE;
		const width = Math.max(1, ((WIDTH - label - 90) * value) / most);
		const color = side.startsWith('ours') ? '#2563eb' : '#94a3b8';
		return `<text x="${(label - 8).toFixed(1)}" y="${y + 14}" text-anchor="end">${side}</text><rect x="${label.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="18" fill="${color}"/><text x="${(label + width + 6).toFixed(1)}" y="${y + 14}">${seconds(value)}</text>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#ffffff"/><text x="8" y="18" font-weight="bold">${job.title}</text>${lines.join('')}</svg>\n`;
}

export interface Circumstances {
	machine: string;
	versions: string;
	command: string;
	date: string;
	/** If its bars are newer than the run. */
	judgedOn?: string;
}

export function page(
	results: Result[],
	{ machine, versions, command, date, judgedOn }: Circumstances,
): string {
	return `# Measured

\`${command}\`, ${date}${judgedOn ? ` (judged by the bars of ${judgedOn})` : ''}. ${machine}. ${versions}. Every answer of the service takes 20 ms. Times are medians; those of nodes are what n8n
measures for the node, so n8n's own work around it does not count.

## Bars

| Job | Bar | Value | At most | |
|---|---|---|---|---|
${results.flatMap(barRows).join('\n')}

## Sides

| Job | Side | Median | Spread | Memory | Requests | At a time |
|---|---|---|---|---|---|---|
${results.flatMap(sideRows).join('\n')}

${results.map(({ job }) => `![${job.title}](plots/${job.name}.svg)`).join('\n\n')}
`;
}
