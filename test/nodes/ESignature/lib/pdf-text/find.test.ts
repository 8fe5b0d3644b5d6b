import {
	findTexts,
	similarTexts,
	type PdfDocument,
} from '../../../../../nodes/ESignature/lib/pdf-text';
import { stream } from '../handMade';
import { ANY, drawn, hex, placesOf, readContent, times } from './handMade';

/** Shows texts, each as `x,y text` or `x,y,size text`: from the left and from the bottom, of size 10. */
const show = async (...texts: string[]): Promise<PdfDocument> =>
	await readContent(
		texts
			.map((given) => {
				const [, place = '', text = ''] = /^(\S+) (.*)$/s.exec(given) ?? [];
				const [x, y, size = 10] = place.split(',');
				return `BT /U ${size} Tf ${x} ${y} Td <${hex(text)}> Tj ET`;
			})
			.join('\n'),
		ANY,
	);

/** Texts one below the other, each so far from the one before. */
const lines = (distance: number, ...texts: string[]): string[] =>
	texts.map((text, at) => `100,${700 - at * distance} ${text}`);

/** A text letter by letter, each so far from the one before. */
const spaced = (text: string, distance: number, from = 100): string[] =>
	[...text].map((letter, at) => `${from + at * distance},700 ${letter}`);

/** Two lines with a text on the left and another one on the right. */
const COLUMNS = [
	'100,700 Signature of',
	'350,700 Signature of',
	'100,688 the landlord',
	'350,688 the tenant',
];

const boxes = async (document: PdfDocument, text: string) =>
	(await placesOf(document, text)).map(({ box }) =>
		[box.x, box.y, box.width, box.height].map((value) => Math.round(value * 100) / 100),
	);

describe('a text is found', () => {
	it('with the box around it', async () => {
		const document = await show('100,700 Please sign here');

		expect(await boxes(document, 'sign')).toEqual([[135, 92.5, 20, 10]]);
		expect((await placesOf(document, 'sign'))[0]).toMatchObject({
			page: 1,
			start: { x: 135, y: 100 },
			end: { x: 155, y: 100 },
			size: 10,
			parts: [{ x: 135 }],
		});
	});

	it.each([
		['Please sign here', 1],
		['  Please\n sign\there ', 1],
		['Pleasesign here', 0],
	])('whatever the blanks in it: %j', async (text, count) => {
		expect(await times(await show('100,700 Please  sign\u00a0\u2003here'), text)).toBe(count);
	});

	it.each([
		['if its words were placed one by one', ['100,700 Sign', '123,700 here'], 'Sign here'],
		['if a word was placed in pieces', ['100,700 Si', '110.4,700 gn'], 'Sign'],
		['in another order', ['123,700 here', '100,600 Other', '100,700 Sign'], 'Sign here'],
		['if its next line was drawn before', [...COLUMNS].reverse(), 'Signature of the tenant'],
		['if its first line is indented', ['136,700 The tenant', '100,688 signs'], 'tenant signs'],
		['behind a number', ['100,700 1.', '136,700 The tenant', '100,688 signs'], 'The tenant signs'],
		['without blanks between lines in Chinese', lines(12, '租户签', '名处'), '租户签名处'],
		['with raised letters', ['100,700 the 12', '130,704,6 th', '136,700  of May'], '12th of May'],
		['once, if drawn twice to look bold', ['100,700 Sign', '100.3,700 Sign'], 'Sign'],
		['if all its letters stand wide apart', spaced('SIGN HERE', 8), 'SIGN HERE'],
	])('%s', async (_, texts, text) => {
		expect(await times(await show(...texts), text)).toBe(1);
	});

	it('if it goes on in the next line, with a box for each', async () => {
		const document = await show(...lines(12, 'Please sign', 'right here'));
		const [hit] = await placesOf(document, 'sign right');

		expect(hit?.parts.map(({ x, width }) => [x, width])).toEqual([
			[135, 20],
			[100, 25],
		]);
		expect(hit?.box).toMatchObject({ x: 100, width: 55 });
	});

	it('in its own column alone, if rows are drawn right across', async () => {
		const rows = await show(...COLUMNS);

		expect(await boxes(rows, 'Signature of the landlord')).toEqual([[100, 92.5, 60, 22]]);
		expect(await boxes(rows, 'Signature of the tenant')).toEqual([[350, 92.5, 60, 22]]);
	});

	it('once, if each of its letters was drawn twice to look bold', async () => {
		const [once, again] = [spaced('Sign here', 5), spaced('Sign here', 5, 100.3)];
		const letters = once.flatMap((letter, at) => [letter, again[at] as string]);

		expect(await times(await show(...letters), 'Sign here')).toBe(1);
	});

	it('in several places, from the top, and from the left', async () => {
		const document = await show('300,600 Sign', '100,601 Sign', '200,700 Sign');

		expect((await placesOf(document, 'Sign')).map(({ box }) => box.x)).toEqual([200, 100, 300]);
	});

	it('whatever its accents are made of', async () => {
		const document = await show('100,700 caf\u00e9 cafe\u0301 cafe');

		expect(await times(document, 'caf\u00e9')).toBe(2);
		expect(await times(document, 'cafe')).toBe(1);
		expect(await times(document, 'caf')).toBe(0);
	});

	it('but not half a letter of it', async () => {
		expect(await times(await show('100,700 \uac01'), '\uac00')).toBe(0);
		expect(await times(await show('100,700 \uac01'), '\uac01')).toBe(1);
	});

	it('in ligatures, also in a part of one', async () => {
		const letters = '1 beginbfrange <0000> <FFFF> <0000> endbfrange <0041> <0065003a> endbfchar';
		const document = await readContent(`BT /U 10 Tf 100 700 Td <${hex('o\ufb03cA')}> Tj ET`, {
			...ANY,
			objects: { ...ANY.objects, 12: stream(letters) },
		});

		expect((await boxes(document, 'office:'))[0]?.slice(0, 3)).toEqual([100, 92.5, 20]);
		expect((await boxes(document, 'office'))[0]?.[2]).toBe(17.5);
	});

	it('with hyphens of any kind', async () => {
		const document = await show('100,700 well\u2010known, co\u00adowner, 1\u20112');

		for (const text of ['well-known', 'co-owner', '1-2']) {
			expect(await times(document, text)).toBe(1);
		}
	});

	it('but not across the page, nor for nothing', async () => {
		const document = await show('100,700 Sign', '300,700 here', '100,300 now');

		for (const text of ['Sign here', 'Sign now', ' \n', '\uffff']) {
			expect(await times(document, text)).toBe(0);
		}
	});

	it('but not across a glyph that cannot be read', async () => {
		const document = await readContent('BT /F2 10 Tf 100 700 Td <410142> Tj ET', {
			fonts: '/F2 10 0 R',
			objects: {
				10: '<< /Subtype /Type1 /BaseFont /X /FontDescriptor << /MissingWidth 500 >> /Encoding << /Differences [1 /g1] >> >>',
			},
		});

		expect(drawn(document)).toBe('A?B');
		expect(await times(document, 'AB')).toBe(0);
	});
});

describe('a text that begins or ends with a letter or a digit', () => {
	it.each([
		['Te', 'Tenant, attest, Te-', 1],
		['sign', 'assignment, signs, sign.', 1],
		['date', 'update, dated, (date)', 1],
		['date', 'due_date, date__, date2', 2],
		['1', '12, 21, §1, 1.', 2],
		['Article 1', 'Article 1. Article 12', 1],
		['resum', 'resum\u00e9 resume\u0301 resum', 1],
		['\u00e9t\u00e9', '\u00e9t\u00e9, \u00e9t\u00e9s', 1],
		['ton', 'tonne, \u{10400}ton, ton\u{10428}, ton', 1],
		// As it is drawn, from the left.
		['שוכר', 'רכוש ,רכושה', 1],
		['арендатор', 'арендатора, арендатор', 1],
		['签名', '租户签名处', 1],
		['氏名', 'お客様氏名:', 1],
		['サイン', 'ここにサインする', 1],
		['ลงชื่อ', 'โปรดลงชื่อที่นี่', 1],
		['Sign', '契約Sign欄', 1],
		['1', '第1条 第12条', 1],
		['Signature:', 'Signature:here, OurSignature:', 1],
		['________', 'Name________Date________', 2],
	])(
		'is found as whole words alone, where there are blanks between words: %s in %s',
		async (text, line, count) => {
			expect(await times(await show(`100,700 ${line}`), text)).toBe(count);
		},
	);

	it('is found where a line ends and another one begins', async () => {
		const document = await show(...lines(12, 'Signature of the', 'tenant'));

		expect(await times(document, 'the')).toBe(1);
		expect(await times(document, 'tenant')).toBe(1);
	});
});

describe('text from right to left', () => {
	const reversed = (text: string) => [...text].reverse().join('');
	const HELLO = 'שלום עולם';

	it('is found by the order of reading, as it is drawn by most programs', async () => {
		const document = await show(`100,700 ${reversed(HELLO)}`);

		expect(await times(document, HELLO)).toBe(1);
		expect(await times(document, reversed(HELLO))).toBe(0);
		expect((await boxes(document, 'שלום'))[0]?.slice(0, 3)).toEqual([125, 92.5, 20]);
	});

	it('is found if its letters are placed one by one', async () => {
		expect(await times(await show(...spaced(HELLO, -5, 300)), HELLO)).toBe(1);
	});

	it.each([
		['numbers', 'סעיף 12.5 לחוק', `${reversed(' לחוק')}12.5${reversed('סעיף ')}`],
		['foreign words', 'חברת Big Bank בע', `${reversed(' בע')}Big Bank${reversed('חברת ')}`],
		['foreign words around', 'the word שלום עולם here', `the word ${reversed(HELLO)} here`],
		['brackets, by their look', 'סעיף (ב) לחוק', reversed('סעיף )ב( לחוק')],
		['brackets, by their meaning', 'סעיף (ב) לחוק', reversed('סעיף (ב) לחוק')],
		['points, which people do not type', 'שלום', reversed('שלום').replace('ש', 'ש\u05c1')],
		['Arabic forms', 'سلام', reversed('\ufeb3\ufefc\ufee1')],
	])('may have %s', async (_, text, seen) => {
		expect(await times(await show(`100,700 ${seen}`), text)).toBe(1);
	});

	it('goes on in the next line', async () => {
		const document = await show(...lines(12, reversed(HELLO), reversed('מה נשמע')));

		expect(await times(document, 'עולם מה')).toBe(1);
	});
});

describe('a text that is not found', () => {
	it('is like others in all but case, blanks, accents and typography', async () => {
		const document = await show(
			...lines(100, 'SIGN HERE', 'Signhere', 'Sign h\u00e9re', '\u201cSign\u201d', 'Resign her'),
		);
		const texts = (await similarTexts(document, 'Sign here')).map(({ text }) => text);

		expect(texts.sort()).toEqual(['SIGN HERE', 'Sign h\u00e9re', 'Signhere']);
		expect(await similarTexts(document, '"sign"')).toEqual([{ page: 1, text: '\u201cSign\u201d' }]);
		expect(await similarTexts(document, 'nothing')).toEqual([]);
		expect(await similarTexts(document, '')).toEqual([]);
	});

	it('may be a part of other words, which are shown', async () => {
		const document = await show(
			...lines(100, 'Tenants, attested', 'Caf\u00e9-Tents', 'Tenants', 'Te'),
		);

		expect(await similarTexts(document, 'Te')).toEqual([
			{ page: 1, text: 'Tenants' },
			{ page: 1, text: 'attested' },
			{ page: 1, text: 'Tents' },
		]);
		const [long] = await similarTexts(await show(`100,700 ${'a'.repeat(500)}`), 'aa');
		expect(long?.text.length).toBeLessThan(100);
	});

	it('is shown with five wordings at most', async () => {
		const words = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `Te${word}`);

		expect(await similarTexts(await show(...lines(50, ...words)), 'Te')).toHaveLength(5);
	});

	it('is shown as it stands there, not as it is compared', async () => {
		const document = await show('100,700 O\ufb03ce caf\u00e9');

		expect(await similarTexts(document, 'office cafe')).toEqual([
			{ page: 1, text: 'O\ufb03ce caf\u00e9' },
		]);
	});
});

describe('a line to write on', () => {
	it.each([
		['underscores', '____', '_'.repeat(30)],
		['dots', '...', '.'.repeat(30)],
		['dots with blanks', '. . .', '. '.repeat(15)],
		['a single sign', '_', '_'.repeat(30)],
	])('is one place, however much of it is looked for: %s', async (_, text, line) => {
		const document = await show(...lines(50, line, line, `Name: ${line} x`));
		const width = line.trimEnd().length * 5;

		expect((await boxes(document, text)).map(([x, , across]) => [x, across])).toEqual([
			[100, width],
			[100, width],
			[130, width],
		]);
	});

	it('is one place if it was drawn in pieces, in any order', async () => {
		const [one, two, other] = ['150,700 __________', '100,700 __________', '300,600 other'];
		expect(await boxes(await show(one, other, two), '____')).toEqual([[100, 92.5, 100, 10]]);
		expect(await times(await show(two, other, one), '____')).toBe(1);
	});

	it('is two places with a blank between them', async () => {
		expect(await times(await show('100,700 __________ __________'), '____')).toBe(2);
	});

	it('belongs to the words before or behind it', async () => {
		const document = await show(...lines(100, 'Initials: ________', '________ (date)'));

		expect((await boxes(document, 'Initials: ____'))[0]?.[2]).toBe(18 * 5);
		expect((await boxes(document, '____ (date)'))[0]?.slice(0, 3)).toEqual([100, 192.5, 15 * 5]);
		expect((await boxes(document, 'Initials: _'))[0]?.[2]).toBe(11 * 5);
	});

	it('says nothing about letters', async () => {
		expect(await times(await show('100,700 房房房房'), '房房')).toBe(2);
	});
});

describe('words with a line to write on that is drawn in pieces', () => {
	const words = '100,700 Name: ______';
	const rest = '160,700 __________';
	const other = '100,600 Date';
	/** From and to of each place, with its distance from the top. */
	const extents = async (text: string, ...texts: string[]) => {
		const [found] = await findTexts(await show(...texts), [text]);
		return [...(found?.places ?? []), ...(found?.split ?? [])].map(({ box, start }) =>
			[box.x, box.x + box.width, start.y].map(Math.round),
		);
	};

	it.each([
		['the rest first', [rest, words]],
		['the rest first, with another text between', [rest, other, words]],
	])('are one place with all of the line: %s', async (_, texts) => {
		for (const text of ['Name: ____', 'Name: ______']) {
			expect(await extents(text, ...texts)).toEqual([[100, 210, 100]]);
		}
	});

	it('keep their number: the second place is the next one on the page', async () => {
		expect(await extents('Name: ____', rest, '100,500 Name: ____', words)).toEqual([
			[100, 210, 100],
			[100, 150, 300],
		]);
	});

	it('do not swallow another place in the line where they go on', async () => {
		const texts = [
			'100,700 We agree to all of the above. Name:',
			'100,688 ______ and Name: ______',
		];

		expect(await extents('Name: ____', ...texts)).toEqual([
			[100, 275, 100],
			[155, 215, 112],
		]);
	});
});

describe('the gap between two letters', () => {
	const wordings = async (letters: string, ...gap: [across: number, up?: number]) => {
		const [one = '', other = ''] = letters;
		const [across, up = 0] = gap;
		const document = await show(`100,700 ${one}`, `${105 + across},${700 + up} ${other}`);
		return [await times(document, `${one}${other}`), await times(document, `${one} ${other}`)];
	};
	const [TOGETHER, BLANK, APART] = [
		[1, 0],
		[0, 1],
		[0, 0],
	];

	it.each([
		['is none if it is as wide as kerning', 'ab', 1.375, TOGETHER],
		['is a blank if it is wider', 'ab', 1.5, BLANK],
		['is a blank up to twice the size', 'ab', 20, BLANK],
		['separates them beyond that', 'ab', 20.5, APART],
		['may be an overlap', 'ab', -4, TOGETHER],
		['is none in Chinese if it is 0.6 of the size', '\u7532\u4e59', 6, TOGETHER],
		['is a blank in Chinese if it is wider', '\u7532\u4e59', 6.5, BLANK],
		['is a blank between a Chinese letter and another', '\u7532a', 6, BLANK],
	])('%s', async (_, letters, gap, found) => {
		expect(await wordings(letters, gap)).toEqual(found);
	});

	it.each([
		['half the size above', 0, 5, TOGETHER],
		['more than that above', 0, 6, APART],
		['one line below, further left', -5, -12, BLANK],
		['2.7 sizes below', -5, -27, APART],
	])('depends on the height of the second one: %s', async (_, across, up, found) => {
		expect(await wordings('ab', across, up)).toEqual(found);
	});

	it.each([
		['a movement of the text', '[(staff) -334 (of) -334 (ten)] TJ'],
		// As Ghostscript's ps2pdf writes it.
		['spacing between letters', '(staf) Tj 3.34 Tc (fo) Tj 0 Tc -3.34 0 Td'],
		[
			'spacing between letters of a part',
			'(staf) Tj 3.34 Tc (f) Tj 0 Tc (o) Tj 3.34 Tc (f) Tj 0 Tc (ten) Tj',
		],
		['spacing between words', '3.34 Tw (staff of ten) Tj'],
	])('is a blank if it is made by %s', async (_, line) => {
		const document = await readContent(`BT /F1 10 Tf 100 700 Td ${line} ET`);

		expect((await times(document, 'staff o')) + (await times(document, 'staff of'))).toBe(1);
	});

	it('is no blank between the letters of words that are set wide', async () => {
		const wide = await readContent('BT /F1 10 Tf 100 700 Td 3 Tc (WIDELY SET WORDS) Tj ET');

		expect(await times(wide, 'WIDELY SET WORDS')).toBe(1);
		expect(await times(wide, 'WIDELYSET')).toBe(0);
	});
});

describe('a text with a wide gap', () => {
	it('is found as one that may be split', async () => {
		const document = await show('100,700 Signature:', '300,700 Date:', '100,650 Date:');
		const texts = ['Signature: Date:', 'Signature:Date:', 'Date:'];
		const found = await findTexts(document, texts);

		expect(found.map(({ places }) => places.length)).toEqual([0, 0, 2]);
		expect(found.map(({ split }) => split.map(({ box }) => box.width))).toEqual([[225], [], []]);
	});
});

describe('pages that could not be read in full are reported with the places', () => {
	const ODD = {
		fonts: '/F2 10 0 R',
		objects: {
			10: `<< /Subtype /Type1 /BaseFont /Odd /FirstChar 1 /Widths [${'500 '.repeat(255)}] /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /g1] >> >>`,
		},
	};
	const unreadBy = async (content: string, options = {}, text = 'Sign') => {
		const [found] = await findTexts(await readContent(content, { ...ODD, ...options }), [text]);
		return found?.unreadPages;
	};
	const line = (text: string) => `BT /F2 10 Tf 100 700 Td ${text} ET`;
	const LETTERS = [{ page: 1, kind: 'text' }];

	it.each([
		['three signs in a row', '(\\001\\001\\001) Tj', LETTERS],
		['a ligature within a word', '(Con\\001rmed) Tj', LETTERS],
		['one at the end of a word, drawn apart', '(Con) Tj <01> Tj', LETTERS],
		['bullets before words', '(\\001 One) Tj 0 -20 Td (\\001 Two) Tj', []],
		['signs with gaps between them', '(\\001) Tj 30 0 Td (\\001) Tj 30 0 Td (\\001) Tj', []],
		['no such letter', '(Confirmed) Tj', []],
	])('where letters are not known: %s', async (_, text, unread) => {
		expect(await unreadBy(line(text))).toEqual(unread);
	});

	it('where commands are damaged', async () => {
		expect(await unreadBy('1 Td')).toEqual([{ page: 1, kind: 'text' }]);
	});

	const IMAGE = {
		resources: '/XObject << /I 9 0 R >>',
		objects: { ...ODD.objects, 9: stream('0', '/Subtype /Image /Width 1 /Height 1') },
	};
	const WORDS = '(Words of a contract) Tj 0 -12 Td ';
	const DRAWING = '10 10 m 20 30 l 30 20 40 30 30 10 c f '.repeat(20);

	it.each([
		['it is an image', 'q 600 0 0 800 0 0 cm /I Do Q', 'image'],
		['it is a drawing', DRAWING, 'image'],
		['blanks are printed on an image', `/I Do ${line('(   ) Tj')}`, 'image'],
		['a little is printed on an image', `q 600 0 0 800 0 0 cm /I Do Q ${line(WORDS)}`, 'image'],
		[
			'an image is behind a text',
			`q 600 0 0 800 0 0 cm /I Do Q ${line(WORDS.repeat(20))}`,
			undefined,
		],
		['it has a small image', `q 60 0 0 80 0 0 cm /I Do Q ${line(WORDS)}`, undefined],
		['an image is cut away', `-9 -9 5 5 re W n q 600 0 0 800 0 0 cm /I Do Q`, undefined],
		['a drawing only cuts', DRAWING.replaceAll('f', 'n'), undefined],
		['a drawing is beside words', `${DRAWING}${line(WORDS)}`, undefined],
		['it has frames only', '9 9 80 80 re S '.repeat(50), undefined],
		['it is empty', '', undefined],
	])('where %s', async (_, content, kind) => {
		expect(await unreadBy(content, IMAGE)).toEqual(kind ? [{ page: 1, kind }] : []);
	});

	it('where a form field of unknown place has the text', async () => {
		const page = '/Annots [<< /Subtype /Widget /Rect [9 9 99 99] /V (Please  sign) >>]';

		expect(await unreadBy('', { page }, 'Please sign')).toEqual([{ page: 1, kind: 'text' }]);
		expect(await unreadBy('', { page }, 'Date')).toEqual([]);
	});
});

it('a search that takes too long, or finds too much, is stopped', async () => {
	const crowd = Array.from(
		{ length: 1_001 },
		(_, at) => `(a) Tj ${at % 250 === 249 ? '-249 -2' : '1 0'} Td`,
	);
	const document = await readContent(`BT /F1 0.5 Tf 100 700 Td ${crowd.join('\n')} ET`);

	await expect(findTexts(document, ['a'], { limits: { steps: 500_000 } })).rejects.toMatchObject({
		kind: 'tooSlow',
	});
	await expect(findTexts(document, ['b'], { limits: { steps: 100 } })).rejects.toMatchObject({
		kind: 'tooSlow',
	});
});
