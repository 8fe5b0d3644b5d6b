import { drawBoxes } from '../../../../../nodes/ESignature/lib/pdf-preview';
import {
	findTags,
	findTexts,
	readPageSizes,
	readPdf,
	similarTexts,
} from '../../../../../nodes/ESignature/lib/pdf-text';
import { bytesOf, fileOf, onePage, packed, packedFileOf, stream } from '../handMade';
import { ANY, hex } from './handMade';

const listOf = (count: number, each: (at: number) => string): string =>
	Array.from({ length: count }, (_, at) => each(at)).join(' ');

const objectsOf = (count: number, each: (at: number) => string): Record<number, string> =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => [100 + at, each(at)]));

const refs = (count: number): string => listOf(count, (at) => `${100 + at} 0 R`);

const LINE = 'BT /F1 9 Tf 50 700 Td (Sign here: [[name:1]]) Tj ET';

const manyPages = {
	...onePage(''),
	2: `<< /Kids [${refs(300)}] /MediaBox [0 0 600 800] >>`,
	...objectsOf(
		300,
		() => '<< /Type /Page /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
	),
	4: stream(LINE),
};

const letters = (count: number, text: string): string =>
	listOf(
		count,
		(at) => `1 0 0 1 ${(at % 10) * 60} ${790 - 7 * Math.floor(at / 10)} Tm (${text}) Tj`,
	);

/** Files with much of one thing, as genuine ones may have. */
const LONG: Array<[what: string, file: string]> = [
	['commands', fileOf(onePage('q Q '.repeat(5_000)))],
	['numbers without a command', fileOf(onePage('1 '.repeat(10_000)))],
	[
		'parts of one page',
		fileOf({
			...onePage('', { contents: `[${refs(1_000)}]` }),
			...objectsOf(1_000, () => stream('q')),
		}),
	],
	[
		'annotations',
		fileOf({
			...onePage('', { page: `/Annots [${refs(300)}]` }),
			...objectsOf(300, () => '<< /Subtype /FreeText /Contents (a b) >>'),
		}),
	],
	['pages', fileOf(manyPages)],
	['pages in a stream', packedFileOf(manyPages, true)],
	['pages without a table', fileOf(manyPages).split('startxref').join('')],
	['pages in a stream without a table', packedFileOf(manyPages).split('startxref').join('')],
	['earlier revisions', revised(300)],
	['bytes without an object', `${fileOf(onePage(LINE)).split('xref')[0]}${' '.repeat(2_000_000)}`],
	['bytes behind the end', `${fileOf(onePage(LINE))}${' '.repeat(2_000_000)}`],
	['trailers', `${fileOf(onePage(LINE)).split('xref')[0]}${'trailer << /A 1 >>\n'.repeat(2_000)}`],
	[
		'codes of a font',
		fileOf(
			onePage(`BT /U 9 Tf 50 700 Td <${hex('a')}> Tj ET`, {
				...ANY,
				objects: {
					...ANY.objects,
					12: stream(listOf(3_000, () => '<0061> <0062> endbfchar')),
				},
			}),
		),
	],
	['letters', fileOf(onePage(`BT /F1 5 Tf ${letters(500, 'Sign [[a]]')} ET`))],
	['words with a gap', fileOf(onePage(`BT /F1 5 Tf ${letters(1_000, 'a')} ET`))],
	[
		'letters that cannot be read',
		fileOf(
			onePage(`BT /F2 5 Tf ${letters(1_000, 'abcd')} ET`, {
				fonts: '/F2 << /Subtype /Type0 /Encoding /Other >>',
			}),
		),
	],
	['packed data', fileOf({ ...onePage(''), 4: packed('q '.repeat(500_000)) })],
	[
		'data in rows',
		fileOf({
			...onePage(''),
			4: packed('\0q q q q '.repeat(10_000), '/DecodeParms << /Predictor 12 /Columns 8 >>'),
		}),
	],
	[
		'data in letters',
		fileOf({ ...onePage(''), 4: stream(`${'z'.repeat(30_000)}~>`, '/Filter /ASCII85Decode') }),
	],
];

/** A file that was changed again and again. */
function revised(times: number): string {
	let file = fileOf(onePage(LINE));
	for (let count = 0; count < times; count++) {
		const start = file.lastIndexOf('xref\n0', file.lastIndexOf('trailer'));
		const table = `xref\n0 1\n0000000000 65535 f \n`;
		const trailer = `trailer\n<< /Root 1 0 R /Prev ${start} >>\nstartxref\n${file.length}\n%%EOF\n`;
		file += `${table}${trailer}`;
	}
	return file;
}

const BOX = { page: 1, box: [10, 10, 50, 20], color: [0, 0, 1], label: ['a'] } as const;

it.each(LONG)(
	'others get their turn while a file with many %s is read, searched and drawn on',
	async (_, file) => {
		const pause = jest.fn(async () => {});
		// Without their turn, it is stopped.
		const options = { pause, limits: { stretch: 8_000 } };
		const bytes = bytesOf(file);
		const sizes = await readPageSizes(bytes, options);
		const document = await readPdf(bytes, options);
		await findTexts(document, ['Sign', 'a a'], options);
		await similarTexts(document, 'SIGN', options);
		await findTags(document, options);
		const preview = drawBoxes(bytes, [BOX], options);
		// A file without a usable table gets no later revision.
		const problem = await preview.catch(({ kind }: { kind: unknown }) => kind);

		expect(document.pages).toHaveLength(sizes.length);
		expect(pause).toHaveBeenCalled();
		expect(problem).toEqual(file.includes('startxref') ? expect.any(Uint8Array) : 'damaged');
	},
);
