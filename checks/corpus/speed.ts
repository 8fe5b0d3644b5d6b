/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- measures times, some of them in processes of their own */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { findTags, findTexts, readPdf } from '../../nodes/ESignature/lib/pdf-text';
import { denseDocument, longDocument, PAGES, RARE } from './longDocument';

const NODE = join(__dirname, '../../dist/nodes/ESignature');
const TIMES = 9;

const medianOf = (values: number[]): number =>
	[...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

interface Reading {
	glyphs: number;
	/** Seconds on the clock, and of the processor: the first is longer while others use it. */
	clock: number;
	processor: number;
}

/** A long document, read, and searched for a text and for tags. */
async function readingTime(bytes: Uint8Array): Promise<Reading> {
	const [begun, used] = [performance.now(), process.cpuUsage()];
	const document = await readPdf(bytes);
	const [found] = await findTexts(document, [RARE]);
	const { tags } = await findTags(document);
	const { user, system } = process.cpuUsage(used);
	const clock = (performance.now() - begun) / 1e3;
	if (found?.places.length !== PAGES / 50 || tags.length !== 0)
		throw new Error('The search went wrong');
	const glyphs = document.pages.reduce((sum, page) => sum + page.glyphs.count, 0);
	return { glyphs, clock, processor: (user + system) / 1e6 };
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
	const early = Object.keys(require.cache).filter((file) => file.startsWith(${JSON.stringify(join(NODE, 'lib/pdf-text'))})).length;
	const then = performance.now();
	require(${JSON.stringify(join(NODE, 'lib/pdf-text/index.js'))});
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

/** Seconds for each of the long documents. */
const MOST = 3;

/** The longest one first, while nothing is known to the machine yet. */
const DOCUMENTS = [
	['of small print, as Chromium writes them', denseDocument],
	['of plain lines, as pdf-lib writes them', longDocument],
] as const;

/** What takes how long, line by line, and whether a document takes too long. */
export async function speed(): Promise<{ lines: string[]; isSlow: boolean }> {
	const lines: string[] = [];
	let isSlow = false;
	for (const [what, make] of DOCUMENTS) {
		const { glyphs, clock, processor } = await readingTime(await make());
		lines.push(
			`${PAGES} pages ${what} (${glyphs.toLocaleString('en')} glyphs), read, and searched for a text and for tags: ${clock.toFixed(2)} s (processor ${processor.toFixed(2)} s)`,
		);
		// Where others use the processor, the clock says nothing about the reader.
		isSlow ||= Math.min(clock, processor) > MOST;
	}
	const loading = loadingTime();
	lines.push(
		loading
			? `files of the reader that are loaded with the node: ${loading.early} (the node takes ${loading.node.toFixed(0)} ms); with the first PDF: all, in ${loading.reader.toFixed(1)} ms`
			: 'time to load: unknown before npm run build',
	);
	return { lines, isSlow };
}
