import { corpusFiles } from '../../../../../checks/corpus/files';
import { readCorpus, type Row } from '../../../../../checks/corpus/read';
import { WANTED } from '../../../../../checks/corpus/wanted';
import { readPdf } from '../../../../../nodes/ESignature/lib/pdf-text';

/** Points. */
const NEAR = 1;

describe('the text of PDFs from many programs', () => {
	const rows = new Map<string, Row>();
	const row = (name: string) => rows.get(name) as Row;
	const names = Object.keys(WANTED);

	beforeAll(async () => {
		for (const one of await readCorpus()) rows.set(one.name, one);
	});

	it('comes from at least eight producers', () => {
		const producers = new Set(names.map((name) => name.split('-')[0]));

		expect(producers.size).toBeGreaterThanOrEqual(8);
		expect([...corpusFiles().keys()]).toEqual([...names, 'qpdf-encrypted.pdf'].sort());
	});

	it.each(names)('is all found in %s, as often as its source has it', (name) => {
		const missed = row(name).texts.filter(({ found, wanted }) => found !== wanted);

		expect(row(name).texts.length).toBeGreaterThan(1);
		expect(missed).toEqual([]);
	});

	it.each(names)('is found in %s where pdf.js has it', (name) => {
		const all = [...row(name).texts, ...row(name).words];

		expect(all.filter(({ apart }) => !(apart < NEAR))).toEqual([]);
	});

	it.each(names)('gives no hit in %s for a text that is not there', (name) => {
		expect(row(name).falseHits).toEqual([]);
	});

	it.each(names)(
		'has in %s every word as often as pdf.js, or says that a font is unreadable',
		(name) => {
			const { words, unreadable } = row(name);
			const missed = words.filter(({ found, expected }) => found !== expected);

			expect(words.length).toBeGreaterThan(4);
			expect(missed.length > 0).toBe(unreadable.length > 0);
			expect(missed.filter(({ found, expected }) => found > expected)).toEqual([]);
		},
	);

	it.each(names)('stands in %s on pages of the size that pdf.js shows', (name) => {
		const { document, reference } = row(name);
		const sizes = (pages: Array<{ width: number; height: number }>) =>
			pages.map(({ width, height }) => [width, height].map((side) => side.toFixed(2)).join(' x '));

		expect(sizes(document.pages)).toEqual(sizes(reference));
	});

	it.each(names)('has in %s each glyph where pdf.js draws it', (name) => {
		const { document, reference } = row(name);
		const lost = document.pages.flatMap(({ number, glyphs }) =>
			[...glyphs.texts.keys()].filter((at) => {
				// The width of one that cannot be read may be a guess.
				if (glyphs.texts[at] === undefined) return false;
				const { along } = glyphs.style(at);
				const [x, y, length] = [glyphs.x(at), glyphs.y(at), glyphs.length(at)];
				return !reference[number - 1]?.glyphs.some(
					([, ...places]) =>
						Math.hypot(places[0] - x, places[1] - y) < 0.05 &&
						Math.hypot(places[2] - x - along.x * length, places[3] - y - along.y * length) < 0.05,
				);
			}),
		);

		expect(lost).toEqual([]);
	});

	it('is not read from an encrypted file', async () => {
		const bytes = corpusFiles().get('qpdf-encrypted.pdf') as Buffer;

		await expect(readPdf(bytes)).rejects.toMatchObject({ kind: 'encrypted' });
	});
});
