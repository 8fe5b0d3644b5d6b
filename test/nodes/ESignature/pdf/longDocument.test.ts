/* eslint-disable @n8n/community-nodes/no-restricted-globals -- measures its own time */
import {
	denseDocument,
	LINES,
	longDocument,
	PAGES,
	RARE,
} from '../../../../checks/corpus/longDocument';
import { findText, readPdf } from '../../../../nodes/ESignature/pdf';
import { say } from '../../../contract/repository';

/** Reads and searches, and counts how often the clock was asked: a few times per page, and once in 2,048 steps. */
async function work(name: string, bytes: Uint8Array) {
	let steps = 0;
	const expired = () => {
		steps += 1;
		return false;
	};
	const start = process.cpuUsage();
	const outcome = await readPdf(bytes, { expired });
	const reading = process.cpuUsage(start).user / 1_000;
	if (outcome.kind !== 'read') throw new Error(outcome.kind);
	const { document } = outcome;
	const hits = findText(document, RARE);
	const all = process.cpuUsage(start).user / 1_000;
	const glyphs = document.pages.reduce((sum, page) => sum + page.glyphs.count, 0);
	say(`${name}: read in ${reading.toFixed(0)} ms, read and searched in ${all.toFixed(0)} ms`);
	return { document, hits, steps, glyphs };
}

describe('a document of 250 pages', () => {
	it('is read and searched in a number of steps that fits its length', async () => {
		const { document, hits, steps } = await work('250 pages', await longDocument());

		expect(hits.map(({ page }) => page)).toEqual([50, 100, 150, 200, 250]);
		expect(findText(document, 'liability of either').length).toBeGreaterThanOrEqual(5_000);
		expect(findText(document, '250.44 The parties')).toHaveLength(1);
		expect(steps).toBeLessThan(PAGES * 4 + (PAGES * LINES * 120) / 2_048);
	});

	it('takes no more than that if it is small print, as Chromium writes it', async () => {
		const { document, hits, steps, glyphs } = await work('250 dense pages', await denseDocument());

		// Fewer would say nothing about long contracts.
		expect(glyphs).toBeGreaterThan(1_000_000);
		expect(hits.map(({ page }) => page)).toEqual([50, 100, 150, 200, 250]);
		expect(findText(document, 'firearms and fireworks may not be kept')).toHaveLength(PAGES);
		expect(findText(document, 'Page 250')).toMatchObject([{ page: 250 }]);
		// Two bytes for each letter, and half a command.
		expect(steps).toBeLessThan(PAGES * 4 + (glyphs * 8) / 2_048);
	});
});
