import type { BoundingBox } from '../../../../../nodes/ESignature/api';
import type { TextPlace } from '../../../../../nodes/ESignature/actions/field/atText';
import {
	placeInFile,
	type WantedField,
} from '../../../../../nodes/ESignature/actions/field/placing';
import { plainPdf } from '../../../../../sandbox/files/plainPdf';
import { corpusFiles } from '../../lib/corpus/files';
import { bytesOf, fileOf, onePage, stream } from '../../lib/handMade';

const ENCRYPTED = corpusFiles().get('qpdf-encrypted.pdf') as Buffer;

const call = { pause: async () => {}, assertNotCanceled: () => {} };

const FIELD = { signer: 'somebody', field: { type: 'signature', required: true } } as const;

const at = (text: string, more: Partial<TextPlace> = {}): WantedField => ({
	...FIELD,
	entry: 'Field 1',
	at: { text, occurrence: 'first', place: 'over', offset: [0, 0], size: [100, 20], ...more },
});

const on = (page: number, boundingBox: BoundingBox = [72, 72, 150, 40]): WantedField => ({
	...FIELD,
	entry: 'Field 2',
	at: { page, boundingBox },
});

/** Lines of 11 points from (56, 58) downward, 16 points apart; the second page has other ones. */
const CONTRACT = plainPdf([
	['Lease', 'Signature: ____', 'SIGN HERE', 'Place, date'],
	['Signature: ____', 'Sign  here, please'],
]);

const place = async (wanted: WantedField | WantedField[], bytes: Uint8Array = CONTRACT) =>
	(await placeInFile(call, { name: 'contract.pdf', bytes }, [wanted].flat())).map(
		({ at: { page, boundingBox } }) => [page, ...boundingBox.map(Math.round)],
	);

const refusal = async (wanted: WantedField | WantedField[], bytes?: Uint8Array) =>
	await place(wanted, bytes).then(
		() => 'none',
		(error: { message: string; advice?: string }) => `${error.message}\n${error.advice}`,
	);

/** Left edge, top and bottom of the letters in a line. */
const line = (number: number) => ({
	top: 58 + 16 * number - 0.75 * 11,
	bottom: 58 + 16 * number + 0.25 * 11,
});

describe('a field is placed at a text', () => {
	const { top, bottom } = line(1);

	it.each<[TextPlace['place'], number, number]>([
		['over', 56, bottom - 20],
		['above', 56, top - 20],
		['below', 56, bottom],
	])('%s it, at its left', async (where, x, y) => {
		expect(await place(at('Signature:', { place: where }))).toEqual([
			[1, x, Math.round(y), 100, 20],
		]);
	});

	it('right of it, on the same line, with a gap of 3 points', async () => {
		// In Helvetica of 11 points, the text is 50.1 points wide.
		expect(await place(at('Signature:', { place: 'rightOf' }))).toEqual([
			[1, Math.round(56 + 50.1 + 3), Math.round(bottom - 20), 100, 20],
		]);
	});

	it('moved to the right and down', async () => {
		const [spot] = (await place(at('Signature:', { offset: [10, 30] }))) as [number[]];
		expect(spot).toEqual([1, 66, Math.round(bottom + 10), 100, 20]);
	});

	it.each<[TextPlace['occurrence'], number[]]>([
		['first', [1]],
		['last', [2]],
		['every', [1, 2]],
		[2, [2]],
	])('at its %s occurrence', async (occurrence, pages) => {
		const fields = await place(at('Signature:', { occurrence }));
		expect(fields.map(([page]) => page)).toEqual(pages);
	});

	it('on one page alone, if that is asked for', async () => {
		expect((await place(at('Signature:', { page: -1 })))[0]?.[0]).toBe(2);
		expect(await refusal(at('Lease', { page: 2 }))).toContain(
			"The text 'Lease' was not found on page 2 of 'contract.pdf'",
		);
	});

	it('whatever its blanks, and each row keeps its fields', async () => {
		const fields = await place([
			at('Sign here,\n please'),
			on(1),
			at('Signature:', { occurrence: 'every' }),
		]);
		expect(fields.map(([page]) => page)).toEqual([2, 1, 1, 2]);
	});
});

describe('a text that cannot be used is reported with document, page and text', () => {
	it('not found, with what is similar', async () => {
		expect(await refusal(at('Sign Here'))).toBe(
			"Field 1: The text 'Sign Here' was not found on any of the 2 pages of 'contract.pdf'\n" +
				"Similar texts: 'SIGN HERE' on page 1, 'Sign here' on page 2. Enter whole words, exactly as they appear in the document, or set 'Placement' to 'At Position'.",
		);
	});

	it('found in other words only, with those', async () => {
		expect(await refusal(at('Sig'))).toContain(
			"was not found on any of the 2 pages of 'contract.pdf'\nSimilar texts: 'Signature' on page 1, 'SIGN' on page 1, 'Sign' on page 2. Enter whole words",
		);
	});

	it('found in other words of the chosen page only, though other pages have them, too', async () => {
		expect(await refusal(at('Signat', { page: 2 }))).toContain(
			"Similar texts: 'Signature' on page 2.",
		);
	});

	it('found less often than asked for', async () => {
		expect(await refusal(at('Signature:', { occurrence: 3 }))).toContain(
			"Field 1: The text 'Signature:' was found 2 times in 'contract.pdf', on pages 1, 2: there is no occurrence 3",
		);
	});

	it('where the field would reach over the edge', async () => {
		expect(await refusal(at('Lease', { place: 'above', size: [100, 60] }))).toContain(
			"Field 1: At the text 'Lease', the field lies outside page 1 of 'contract.pdf', which is 210 x 297 mm",
		);
	});

	it('in a PDF that is encrypted, damaged or none', async () => {
		expect(await refusal(at('Lease'), ENCRYPTED)).toContain(
			"'contract.pdf' cannot be searched for the text 'Lease', because the PDF is encrypted",
		);
		expect(await refusal(at('Lease'), Buffer.from('%PDF-1.7 nothing'))).toContain(
			'because the PDF is damaged',
		);
		expect(await refusal(at('Lease'), Buffer.from('<html></html>'))).toContain(
			'because it is not a PDF',
		);
	});

	describe('if a page of several is an image', () => {
		const IMAGE = 'BI /W 1 /H 1 ID 0 EI';
		const TEXT = 'BT /F1 10 Tf 100 700 Td (Lease) Tj ET';
		const lines = (count: number) =>
			`BT /F1 10 Tf 14 TL 100 600 Td ${'(Words of a contract) Tj T* '.repeat(count)}ET`;
		const pages = (first: string, second: string) =>
			bytesOf(
				fileOf({
					...onePage(first),
					2: '<< /Kids [3 0 R 6 0 R] /MediaBox [0 0 600 800] >>',
					6: '<< /Type /Page /Contents 7 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
					7: stream(second),
				}),
			);

		it.each<[TextPlace['occurrence'], Uint8Array, number]>([
			['last', pages(TEXT, IMAGE), 2],
			['every', pages(TEXT, IMAGE), 2],
			[1, pages(IMAGE, TEXT), 1],
		])('where that could hide another answer: %s', async (occurrence, bytes, page) => {
			const message = await refusal(at('Lease', { occurrence }), bytes);
			expect(message).toContain(
				`The text 'Lease' may also appear on page ${page} of 'contract.pdf'\nPage ${page} contains images`,
			);
		});

		it('or has commands that make no sense', async () => {
			const message = await refusal(at('Lease', { occurrence: 'every' }), pages(TEXT, '1 Td'));
			expect(message).toContain(
				"The text 'Lease' may also appear on page 2 of 'contract.pdf'\nPage 2 could not be read in full",
			);
		});

		it('where fewer places are found than asked for', async () => {
			const message = await refusal(at('Lease', { occurrence: 2 }), pages(TEXT, IMAGE));
			expect(message).toContain(
				"found once in 'contract.pdf', on page 1: page 2 could not be read in full\nPage 2 contains images or drawings.",
			);
			expect(await refusal(at('Lease', { occurrence: 2 }), pages(TEXT, ''))).toContain(
				"found once in 'contract.pdf', on page 1: there is no occurrence 2",
			);
		});

		describe('whose image is also behind a printed page', () => {
			const letterhead = (first: string, second: string, image = 8) =>
				bytesOf(
					fileOf({
						...onePage(`q 600 0 0 800 0 0 cm /I Do Q ${first}`, {
							resources: '/XObject << /I 8 0 R >>',
						}),
						2: '<< /Kids [3 0 R 6 0 R] /MediaBox [0 0 600 800] >>',
						6: `<< /Type /Page /Contents 7 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /J ${image} 0 R >> >> >>`,
						7: stream(`q 600 0 0 800 0 0 cm /J Do Q ${second}`),
						8: stream('0', '/Subtype /Image /Width 1 /Height 1'),
						9: stream('1', '/Subtype /Image /Width 1 /Height 1'),
					}),
				);
			const every = async (bytes: Uint8Array) =>
				await refusal(at('Lease', { occurrence: 'every' }), bytes);

			it.each([
				['that has a little text', `${lines(20)} ${TEXT}`, lines(1)],
				['that has none', `${lines(20)} ${TEXT}`, ''],
				['that comes first', TEXT, lines(20)],
			])('there is no match, on a page %s', async (_, first, second) => {
				expect(
					await place(at('Lease', { occurrence: 'every' }), letterhead(first, second)),
				).toHaveLength(1);
			});

			it('a page may hide a match if its image is another one, or if no page has much text', async () => {
				expect(await every(letterhead(`${lines(20)} ${TEXT}`, lines(1), 9))).toContain('page 2');
				expect(await every(letterhead(TEXT, lines(1)))).toContain('page 1');
			});
		});

		it.each<[string, Partial<TextPlace>, Uint8Array]>([
			['for the first place', { occurrence: 'first' }, pages(IMAGE, TEXT)],
			['for a page', { occurrence: 'last', page: 1 }, pages(TEXT, IMAGE)],
			['for the last place behind it', { occurrence: 'last' }, pages(IMAGE, TEXT)],
			['for a number before it', { occurrence: 1 }, pages(TEXT, IMAGE)],
		])('but not %s', async (_, wanted, bytes) => {
			expect(await place(at('Lease', wanted), bytes)).toHaveLength(1);
		});
	});

	describe('with a wide gap in it', () => {
		const split = (...texts: string[]) =>
			bytesOf(fileOf(onePage(`BT /F1 10 Tf 100 700 Td ${texts.join('\n')} ET`)));
		const TABBED = '(Name:) Tj 150 0 Td (Date:) Tj -150 -50 Td';
		const PLAIN = '(Name: Date:) Tj 0 -50 Td';

		it('found, if it stands nowhere without one', async () => {
			const wanted = at('Name: Date:', { place: 'rightOf', occurrence: 'every' });
			const [spot] = await place(wanted, split(TABBED));
			expect(spot?.[1]).toBeGreaterThan(250);
		});

		it.each<[TextPlace['occurrence'], Uint8Array]>([
			['last', split(PLAIN, TABBED)],
			['every', split(PLAIN, TABBED)],
			['first', split(TABBED, PLAIN)],
			[1, split(TABBED, PLAIN)],
		])('refused where it could be the answer: %s', async (occurrence, bytes) => {
			expect(await refusal(at('Name: Date:', { occurrence }), bytes)).toContain(
				"The text 'Name: Date:' may also appear on page 1 of 'contract.pdf'\nThe words there are separated by a wide gap",
			);
		});

		it('ignored where it could not be the answer', async () => {
			expect(await place(at('Name: Date:'), split(PLAIN, TABBED))).toHaveLength(1);
		});
	});
});

describe('a field at a position', () => {
	it('may count its page from the end', async () => {
		expect(await place([on(-1), on(-2), on(2)])).toEqual(
			[2, 1, 2].map((page) => [page, 72, 72, 150, 40]),
		);
	});

	it.each([
		[-3, "Field 2: There is no page -3: 'contract.pdf' has 2 pages"],
		[3, "Field 2: There is no page 3: 'contract.pdf' has 2 pages"],
	])('is refused on page %d of 2', async (page, message) => {
		expect(await refusal(on(page))).toContain(message);
	});

	it.each<[string, BoundingBox, boolean]>([
		['inside', [0, 0, 595, 842], true],
		['over the edge by less than a point', [0, 0, 595.9, 842.9], true],
		['too far right', [500, 72, 150, 40], false],
		['too far down', [72, 810, 150, 40], false],
		['too far left', [-2, 72, 150, 40], false],
		['too far up', [72, -40, 150, 40], false],
	])('lies %s', async (_, box, fits) => {
		expect(await refusal(on(1, box))).toMatch(
			fits ? /^none$/ : /^Field 2 lies outside page 1 of 'contract.pdf', which is 210 x 297 mm\n/,
		);
	});

	it('lies on a turned or cropped page as people see it', async () => {
		const turned = (page: string) => bytesOf(fileOf(onePage('', { page })));
		expect(await refusal(on(1, [640, 500, 150, 40]), turned('/Rotate 90'))).toBe('none');
		expect(await refusal(on(1, [440, 740, 150, 40]), turned('/Rotate 90'))).toContain('outside');
		expect(await refusal(on(1, [440, 740, 150, 40]), turned('/CropBox [0 0 300 300]'))).toContain(
			'outside',
		);
	});

	it.each([
		['encrypted', ENCRYPTED],
		['damaged', Buffer.from('%PDF-1.7 nothing')],
	])('is left to the service if the PDF is %s', async (_, bytes) => {
		expect(await place(on(-7, [9000, 0, 1, 1]), bytes)).toEqual([[-7, 9000, 0, 1, 1]]);
	});
});
