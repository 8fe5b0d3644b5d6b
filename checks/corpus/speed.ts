/* eslint-disable @n8n/community-nodes/no-restricted-globals -- measures times */
import { findTags, findTexts, readPdf } from '../../nodes/ESignature/lib/pdf-text';
import { denseDocument, longDocument, PAGES, RARE } from './longDocument';

/** Seconds for each of the long documents. */
const MOST = 3;

/** The longest one first, while nothing is known to the machine yet. */
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
		const [begun, used] = [performance.now(), process.cpuUsage()];
		const document = await readPdf(bytes);
		const [found] = await findTexts(document, [RARE]);
		const { tags } = await findTags(document);
		const { user, system } = process.cpuUsage(used);
		const [clock, processor] = [(performance.now() - begun) / 1e3, (user + system) / 1e6];
		if (found?.places.length !== PAGES / 50 || tags.length > 0)
			throw new Error('The search went wrong');
		const glyphs = document.pages.reduce((sum, page) => sum + page.glyphs.count, 0);
		lines.push(
			`${PAGES} pages ${what} (${glyphs.toLocaleString('en')} glyphs): ${clock.toFixed(2)} s (processor ${processor.toFixed(2)} s)`,
		);
		// Where others use the processor, the clock says nothing about the reader.
		isSlow ||= Math.min(clock, processor) > MOST;
	}
	return { lines, isSlow };
}
