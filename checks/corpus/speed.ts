/* eslint-disable @n8n/community-nodes/no-restricted-globals -- measures times */
import { findTags, findTexts, readPdf } from '../../nodes/ESignature/lib/pdf-text';
import { denseDocument, longDocument, PAGES, RARE } from './longDocument';

/** Seconds for each of the long documents. */
const MOST = 3;

const DOCUMENTS = [
	['of small print, as Chromium writes them', denseDocument],
	['of plain lines, as pdf-lib writes them', longDocument],
] as const;

/** How long it takes to read long documents and to search them for a text and for tags. */
export async function speed(): Promise<{ lines: string[]; isSlow: boolean }> {
	const lines: string[] = [];
	let isSlow = false;
	for (const [what, make] of DOCUMENTS) {
		const bytes = await make();
		// The best of three: while others use the processor, one reading says little.
		const times = [await timeOf(bytes), await timeOf(bytes), await timeOf(bytes)];
		const best = Math.min(...times);
		lines.push(`${PAGES} pages ${what}: ${best.toFixed(2)} s of processor time`);
		isSlow ||= best > MOST;
	}
	return { lines, isSlow };
}

async function timeOf(bytes: Uint8Array): Promise<number> {
	const before = process.cpuUsage();
	const document = await readPdf(bytes);
	const [found] = await findTexts(document, [RARE]);
	const { tags } = await findTags(document);
	const { user, system } = process.cpuUsage(before);
	if (found?.places.length !== PAGES / 50 || tags.length > 0)
		throw new Error('The search went wrong');
	return (user + system) / 1e6;
}
