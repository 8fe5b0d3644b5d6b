/* eslint-disable @n8n/community-nodes/no-restricted-globals -- measures its own time */
import {
	denseDocument,
	longDocument,
	PAGES,
	RARE,
} from '../../../../../checks/corpus/longDocument';
import { readPdf } from '../../../../../nodes/ESignature/lib/pdf-text';
import { say } from '../../../../contract/repository';
import { placesOf, times } from './handMade';

/** Reads and searches, and counts how often the clock was asked: a few times per page, and once in 2,048 steps. */
async function work(name: string, bytes: Uint8Array) {
	let steps = 0;
	const expired = () => {
		steps += 1;
		return false;
	};
	const start = process.cpuUsage();
	const document = await readPdf(bytes, { expired });
	const reading = process.cpuUsage(start).user / 1_000;
	const hits = await placesOf(document, RARE);
	const all = process.cpuUsage(start).user / 1_000;
	const glyphs = document.pages.reduce((sum, page) => sum + page.glyphs.count, 0);
	say(`${name}: read in ${reading.toFixed(0)} ms, read and searched in ${all.toFixed(0)} ms`);
	return { document, hits, steps, glyphs };
}

/** Reading its code and its command, placing it, and putting it in order. */
const STEPS_PER_GLYPH = 22;

describe('a document of 250 pages', () => {
	it('is read and searched in a number of steps that fits its length', async () => {
		const { document, hits, steps, glyphs } = await work('250 pages', await longDocument());

		expect(hits.map(({ page }) => page)).toEqual([50, 100, 150, 200, 250]);
		expect(await times(document, 'liability of either')).toBeGreaterThanOrEqual(5_000);
		expect(await times(document, '250.44 The parties')).toBe(1);
		expect(steps).toBeLessThan(PAGES * 4 + (glyphs * STEPS_PER_GLYPH) / 2_048);
	});

	it('takes no more than that if it is small print, as Chromium writes it', async () => {
		const { document, hits, steps, glyphs } = await work('250 dense pages', await denseDocument());

		// Fewer would say nothing about long contracts.
		expect(glyphs).toBeGreaterThan(1_000_000);
		expect(hits.map(({ page }) => page)).toEqual([50, 100, 150, 200, 250]);
		expect(await times(document, 'firearms and fireworks may not be kept')).toBe(PAGES);
		expect(await placesOf(document, 'Page 250')).toMatchObject([{ page: 250 }]);
		expect(steps).toBeLessThan(PAGES * 4 + (glyphs * STEPS_PER_GLYPH) / 2_048);
	});
});
