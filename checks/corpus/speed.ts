/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- measures times, some of them in processes of their own */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { findText, readPdf, tagsOn } from '../../nodes/ESignature/pdf';
import { longDocument, PAGES } from './longDocument';

const NODE = join(__dirname, '../../dist/nodes/ESignature');
const TIMES = 9;

const medianOf = (values: number[]): number =>
	[...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

interface Reading {
	/** Seconds on the clock, and of the processor: the first is longer while others use it. */
	clock: number;
	processor: number;
}

/** A long document, read, and searched for a text and for tags. */
async function readingTime(): Promise<Reading> {
	const bytes = await longDocument();
	const [begun, used] = [performance.now(), process.cpuUsage()];
	const outcome = await readPdf(bytes);
	if (outcome.kind !== 'read') throw new Error(outcome.kind);
	const hits = findText(outcome.document, 'Signature of the tenant:');
	const tags = outcome.document.pages.flatMap((page) => tagsOn(page));
	const { user, system } = process.cpuUsage(used);
	const reading = { clock: (performance.now() - begun) / 1e3, processor: (user + system) / 1e6 };
	if (hits.length !== PAGES / 50 || tags.length !== 0) throw new Error('The search went wrong');
	return reading;
}

interface Loading {
	/** Milliseconds that n8n needs for the node. */
	node: number;
	/** Files of the reader that are loaded with it. */
	early: number;
	/** Milliseconds that the first PDF needs for the reader. */
	reader: number;
}

const MEASURE = `
	const begun = performance.now();
	require(${JSON.stringify(join(NODE, 'ESignature.node.js'))});
	const node = performance.now() - begun;
	const early = Object.keys(require.cache).filter((file) => file.startsWith(${JSON.stringify(join(NODE, 'pdf'))})).length;
	const then = performance.now();
	require(${JSON.stringify(join(NODE, 'pdf/index.js'))});
	process.stdout.write(JSON.stringify({ node, early, reader: performance.now() - then }));
`;

/** Each time in a process of its own, since nothing is loaded twice; needs `npm run build`. */
function loadingTime(): Loading | undefined {
	if (!existsSync(NODE)) return undefined;
	const times = Array.from(
		{ length: TIMES },
		() =>
			JSON.parse(execFileSync(process.execPath, ['-e', MEASURE], { encoding: 'utf8' })) as Loading,
	);
	return {
		node: medianOf(times.map(({ node }) => node)),
		early: Math.max(...times.map(({ early }) => early)),
		reader: medianOf(times.map(({ reader }) => reader)),
	};
}

/** Seconds for a long document. */
const MOST = 3;

/** What takes how long, in two lines, and whether the first of them is too long. */
export async function speed(): Promise<{ lines: string[]; isSlow: boolean }> {
	const { clock, processor } = await readingTime();
	const loading = loadingTime();
	const lines = [
		`${PAGES} pages read, and searched for a text and for tags: ${clock.toFixed(2)} s (processor ${processor.toFixed(2)} s)`,
		loading
			? `files of the reader that are loaded with the node: ${loading.early} (the node takes ${loading.node.toFixed(0)} ms); with the first PDF: all, in ${loading.reader.toFixed(1)} ms`
			: 'time to load: unknown before npm run build',
	];
	// Where others use the processor, the clock says nothing about the reader.
	return { lines, isSlow: Math.min(clock, processor) > MOST };
}
