import { corpusFiles } from '../corpus/files';
import { readCorpus, type Row } from '../corpus/read';
import { WANTED } from '../corpus/wanted';
import { readPdf } from '../../../../../nodes/ESignature/lib/pdf-text';

describe('a PDF of another program is read as its source and pdf.js have it', () => {
	const rows = new Map<string, Row>();

	beforeAll(async () => {
		for (const row of await readCorpus()) rows.set(row.name, row);
	}, 180_000);

	it.each(Object.keys(WANTED))('%s', (name) => {
		const { texts, words, missedWords, unread, sizes, ...row } = rows.get(name) as Row;

		expect(texts).toBeGreaterThan(1);
		expect(words).toBeGreaterThan(4);
		expect(row).toEqual({ name, missed: [], falseHits: [], displaced: [] });
		// Words are missed only where the page says so.
		expect(missedWords.length > 0).toBe(unread.length > 0);
		expect(sizes.map(({ ours }) => ours)).toEqual(sizes.map(({ reference }) => reference));
	});
});

it('an encrypted PDF is refused', async () => {
	const bytes = corpusFiles().get('qpdf-encrypted.pdf') as Buffer;

	await expect(readPdf(bytes)).rejects.toMatchObject({ kind: 'encrypted' });
});
