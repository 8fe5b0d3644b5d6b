import { findAcross, findText, type PdfPage } from '../../../../nodes/ESignature/pdf';
import { ANY, hex, readContent } from './handMade';

/** Texts at places, from the left and from the bottom; each letter is five points wide. */
type Shown = [x: number, y: number, text: string];

const pageWith = async (...texts: Shown[]) =>
	await readContent(
		texts.map(([x, y, text]) => `BT /U 10 Tf ${x} ${y} Td <${hex(text)}> Tj ET`).join('\n'),
		ANY,
	);

/** From and to of each place, with its distance from the top. */
async function placesOf(text: string, ...texts: Shown[]) {
	const document = await pageWith(...texts);
	const others = findAcross(document.pages[0] as PdfPage, text);
	return [...findText(document, text), ...others].map(({ box, start }) =>
		[box.x, box.x + box.width, start.y].map(Math.round),
	);
}

describe('words with a line to write on that is drawn in pieces', () => {
	const words: Shown = [100, 700, 'Name: ______'];
	const rest: Shown = [160, 700, '__________'];
	const other: Shown = [100, 600, 'Date'];

	it.each([
		['the rest first', [rest, words]],
		['the rest first, with another text between', [rest, other, words]],
		['the rest last', [words, rest]],
		['the rest last, with another text between', [words, other, rest]],
	])('are one place with all of the line: %s', async (_, texts) => {
		for (const text of ['Name: ____', 'Name: ______']) {
			expect(await placesOf(text, ...texts)).toEqual([[100, 210, 100]]);
		}
	});

	it.each([[false], [true]])(
		'are one place if they stand behind it (turned: %s)',
		async (turned) => {
			const texts: Shown[] = [
				[100, 700, '__________'],
				[100, 600, 'Date'],
				[150, 700, '______ (name)'],
			];

			expect(await placesOf('____ (name)', ...(turned ? texts.reverse() : texts))).toEqual([
				[100, 215, 100],
			]);
		},
	);

	it('keep their number: the second place is the next one on the page', async () => {
		expect(await placesOf('Name: ____', rest, [100, 500, 'Name: ____'], words)).toEqual([
			[100, 210, 100],
			[100, 150, 300],
		]);
	});
});

describe('a place that goes on in the next line', () => {
	it('does not swallow another one in that line', async () => {
		const lines: Shown[] = [
			[100, 700, 'We agree to all of the above. Name:'],
			[100, 688, '______ and Name: ______'],
		];

		expect(await placesOf('Name: ____', ...lines)).toEqual([
			[100, 275, 100],
			[155, 215, 112],
		]);
	});
});
