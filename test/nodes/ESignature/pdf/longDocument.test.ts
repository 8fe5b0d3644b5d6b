/* eslint-disable @n8n/community-nodes/no-restricted-globals -- measures its own time */
import { LINES, longDocument, PAGES } from '../../../../checks/corpus/longDocument';
import { findText, readPdf } from '../../../../nodes/ESignature/pdf';
import { say } from '../../../contract/repository';

describe('a document of 250 pages', () => {
	it('is read and searched in a number of steps that fits its length', async () => {
		const bytes = await longDocument();
		let steps = 0;
		const expired = () => {
			steps += 1;
			return false;
		};
		const start = process.cpuUsage();
		const outcome = await readPdf(bytes, { expired });
		const reading = process.cpuUsage(start).user / 1_000;
		if (outcome.kind !== 'read') throw new Error(outcome.kind);
		const hits = findText(outcome.document, 'Signature of the tenant:');
		const all = process.cpuUsage(start).user / 1_000;
		say(`250 pages: read in ${reading.toFixed(0)} ms, read and searched in ${all.toFixed(0)} ms`);

		expect(hits.map(({ page }) => page)).toEqual([50, 100, 150, 200, 250]);
		expect(findText(outcome.document, 'liability of either').length).toBeGreaterThanOrEqual(5_000);
		expect(findText(outcome.document, '250.44 The parties')).toHaveLength(1);
		// A few times per page, and once in 2,048 objects and letters.
		expect(steps).toBeLessThan(PAGES * 4 + (PAGES * LINES * 120) / 2_048);
	});
});
