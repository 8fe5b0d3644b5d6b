import { taggedFields } from '../../../../../nodes/ESignature/actions/field/tags';
import { PdfText } from '../../../../../nodes/ESignature/actions/shared/pdfs';
import { plainPdf } from '../../../../../sandbox/files/plainPdf';
import { ANY, hex } from '../../lib/pdf-text/handMade';
import { bytesOf, fileOf, onePage, stream } from '../../lib/handMade';

const ADA = { email: 'ada@example.com', role: 'signer' };
const GRACE = { email: 'Grace@Example.com', role: 'Signer' };
const COPY = { email: 'archive@example.com', role: 'cc' };

async function fieldsIn(
	bytes: Uint8Array | string,
	people: Array<typeof ADA> = [ADA, GRACE, COPY],
) {
	const file = typeof bytes === 'string' ? plainPdf([[bytes]]) : bytes;
	const pdf = await PdfText.read(
		{ pause: async () => {}, assertNotCanceled: () => {} },
		{ name: 'contract.pdf', bytes: file },
		'tags',
	);
	return (await taggedFields(pdf, people)).map(({ signer, field, at }) => ({
		signer,
		...field,
		...at,
	}));
}

const refusal = async (...args: Parameters<typeof fieldsIn>) =>
	await fieldsIn(...args).then(
		(fields) => JSON.stringify(fields),
		(error: { message: string; advice?: string }) => `${error.message}\n${error.advice}`,
	);

it.each<[string, object]>([
	['[[signature:1]]', { type: 'signature', signer: 0, required: true, page: 1 }],
	['[[Initials:GRACE@example.com]]', { type: 'initials', signer: 1 }],
	['[[checkbox:1?]]', { type: 'checkbox', required: false }],
	['[[ company : 2 ? ]]', { type: 'company', signer: 1, required: false }],
	['[[custom:1:Cost center]]', { type: 'custom', label: 'Cost center' }],
	['[[custom:1?:Cost: center]]', { type: 'custom', label: 'Cost: center', required: false }],
	['[[custom:1:Do you agree?]]', { type: 'custom', label: 'Do you agree?', required: true }],
	['[[custom:1:Area in m² and ½]]', { type: 'custom', label: 'Area in m² and ½' }],
	['[[custom:1:Rate [%]]]', { type: 'custom', label: 'Rate [%]' }],
	['[[date:2]]', { type: 'date', format: 'YYYY-MM-DD', modifiable: false }],
	['[[date:2:dd/mm/yyyy]]', { type: 'date', format: 'DD/MM/YYYY' }],
	['[[date:2:YYYY-MMM-DD hh:mm]]', { type: 'date', format: 'YYYY-MMM-DD hh:mm' }],
])('%s is a field', async (tag, field) => {
	expect(await fieldsIn(`Text ${tag} text`)).toMatchObject([field]);
});

it('need not name the only signer', async () => {
	expect(await fieldsIn('[[title]] [[name?]]', [COPY, ADA])).toMatchObject([
		{ type: 'title', signer: 1, required: true },
		{ type: 'name', signer: 1, required: false },
	]);
	expect(await refusal('[[title]]')).toContain(
		"The tag '[[title]]' on page 1 of 'contract.pdf' names no signer",
	);
});

it('takes the signer of an address that also gets a copy', async () => {
	const people = [{ ...ADA, role: 'cc' }, ADA];
	expect(await fieldsIn('[[name:ada@example.com]]', people)).toMatchObject([{ signer: 1 }]);
});

it.each([
	['[[stamp:1]]', 'has no known type', 'signature, title'],
	['[[signature:0]]', 'names participant 0, but there are 3', 'role Signer'],
	['[[signature:4]]', 'names participant 4, but there are 3', 'role Signer'],
	[
		'[[signature:3]]',
		"names 'archive@example.com', a copy recipient (CC), who cannot have a field",
		'role Signer',
	],
	[
		'[[signature:archive@example.com]]',
		"names 'archive@example.com', a copy",
		"The signers: 'ada@example.com', 'Grace@Example.com'.",
	],
	['[[signature:eve@example.com]]', "names 'eve@example.com', who is not a participant", 'Signer'],
	['[[custom:1]]', 'has no label', '[[custom:1:Cost center]]'],
	['[[signature:1:here]]', 'has too many parts', 'a label or a format'],
	['[[date:1:D.M.Y]]', 'has no known date format', 'DD/MM/YYYY'],
	['[[signature:1', 'is cut off: it does not end on the line where it begins', 'Close each tag'],
])('%s is refused: it %s', async (tag, message, advice) => {
	const error = await refusal(tag);
	expect(error).toContain(`The tag '${tag}' on page 1 of 'contract.pdf' ${message}`);
	expect(error).toContain(advice);
});

it('may have signs as wide as Chinese letters, and blanks that do not break', async () => {
	const drawn = (text: string) =>
		bytesOf(fileOf(onePage(`BT /U 10 Tf 100 700 Td <${hex(text)}> Tj ET`, ANY)));
	expect(await fieldsIn(drawn('［［ｄａｔｅ：２？］］'))).toMatchObject([
		{ type: 'date', signer: 1, required: false },
	]);
	expect(await fieldsIn(drawn('[[custom：1：締切：日付]]'))).toMatchObject([
		{ type: 'custom', signer: 0, label: '締切：日付' },
	]);
	expect(await fieldsIn(drawn('[[\u00a0Name\u202f:\u00a02\u2009]]'))).toMatchObject([
		{ type: 'name', signer: 1 },
	]);
});

it('is missed nowhere: letters that cannot be read are reported', async () => {
	const secret = onePage(
		'BT /F1 10 Tf 100 700 Td ([[name:1]]) Tj /F2 10 Tf 0 -50 Td <010101> Tj ET',
		{
			fonts: '/F2 10 0 R',
			objects: {
				10: `<< /Subtype /Type1 /BaseFont /X /FirstChar 1 /Widths [${'500 '.repeat(255)}] /Encoding << /Differences [1 /g1] >> >>`,
			},
		},
	);
	expect(await refusal(bytesOf(fileOf(secret)))).toContain(
		"Tags on page 1 of 'contract.pdf' may be missed, because it could not be read in full",
	);
});

it('takes the reading that names a type, where letters can be read in several ways', async () => {
	const apart = bytesOf(
		fileOf(
			onePage(
				'BT /F1 10 Tf 100 700 Td ([[) Tj [(n) -300 (a) -300 (m) -300 (e) -300 (:) -300 (1)] TJ (]]) Tj ET',
			),
		),
	);
	expect(await fieldsIn(apart)).toMatchObject([{ type: 'name', signer: 0 }]);
});

describe('in a cell that is too small', () => {
	const TAG = '[[signature:1]]';
	/** 69 points wide; the cell is the rectangle. */
	const cell = (rectangle: string, shown = `(${TAG}) Tj`) =>
		bytesOf(
			fileOf(
				onePage(
					`BT /F1 10 Tf 100 700 Td ([[date:1]]) Tj ET q ${rectangle} re W n BT /F1 10 Tf 120 600 Td ${shown} ET Q`,
				),
			),
		);
	const HIDDEN = "A tag on page 1 of 'contract.pdf' is hidden, at least in part";
	const oneByOne = [...TAG].map((letter) => `(${letter}) Tj`).join(' ');

	it.each([
		['both ends are cut off', '130 595 40 26', undefined],
		['the beginning is cut off', '140 595 90 26', undefined],
		['nothing is seen', '120 500 90 26', undefined],
		['its letters are drawn one by one', '130 595 40 26', oneByOne],
	])('is refused if %s', async (_, rectangle, shown) => {
		expect(await refusal(cell(rectangle, shown))).toContain(HIDDEN);
	});

	it.each([
		['if only other words are cut off', '120 595 80 26', `(${TAG} and date [1]) Tj`],
		[
			'if letters of others are hidden in its place',
			'110 595 90 26',
			`(${TAG}) Tj ET Q q 0 0 9 9 re W n BT /F1 10 Tf 125 600 Td (See [1]) Tj`,
		],
	])('is a field %s', async (_, rectangle, shown) => {
		expect(await fieldsIn(cell(rectangle, shown))).toMatchObject([
			{ type: 'date' },
			{
				type: 'signature',
				boundingBox: [120, expect.any(Number), expect.any(Number), expect.any(Number)],
			},
		]);
	});

	it('is left alone in a hidden layer', async () => {
		const hidden = `/OC /L BDC (${TAG}) Tj EMC`;
		const page = onePage(
			`BT /F1 10 Tf 100 700 Td ([[date:1]]) Tj ET q 0 0 9 9 re W n BT /F1 10 Tf 120 600 Td ${hidden} ET Q`,
			{
				resources: '/Properties << /L 6 0 R >>',
				catalog: '/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>',
				objects: { 6: '<< /Type /OCG /Name (Notes) >>' },
			},
		);
		expect(await fieldsIn(bytesOf(fileOf(page)))).toHaveLength(1);
	});
});

it('is found beside a page that is an image: there it could not be typed', async () => {
	const pages = {
		...onePage('BT /F1 10 Tf 100 700 Td ([[name:1]]) Tj ET'),
		2: '<< /Kids [3 0 R 6 0 R] /MediaBox [0 0 600 800] >>',
		6: '<< /Type /Page /Contents 7 0 R >>',
		7: stream('BI /W 1 /H 1 ID 0 EI'),
	};
	expect(await fieldsIn(bytesOf(fileOf(pages)))).toHaveLength(1);
});

it.each([
	['below', '100 -1'],
	['above', '100 788'],
	['to the right of', '456.5 700'],
])('refuses a tag that reaches %s its page', async (_, place) => {
	const drawn = (at: string) =>
		bytesOf(fileOf(onePage(`BT /F1 24 Tf ${at} Td ([[signature:1]]) Tj ET`)));
	expect(await refusal(drawn(place))).toMatch(
		/^The tag '\[\[signature:1\]\]' on page 1 of 'contract.pdf' reaches beyond the edge of the page\n.*Move the tag/,
	);
	// People round, and so do programs.
	expect(await fieldsIn(drawn('455 700'))).toHaveLength(1);
});

describe('the field of a date', () => {
	const dates = async (lines: string[]) =>
		(await fieldsIn(plainPdf([lines]))).map(({ boundingBox }) => boundingBox);

	it('is wide enough for a date, from the left edge of its tag on', async () => {
		const [[x, , width, height] = []] = await dates(['[[date:1]]']);
		const [[left, , narrow] = []] = await dates(['[[name:1]]']);
		expect([x, width]).toEqual([left, 90]);
		expect(height).toBeGreaterThanOrEqual(14);
		expect(narrow).toBeLessThan(90);
	});

	it('does not reach into the next tag', async () => {
		const [[x = 0, , width = 0] = [], [next = 0] = []] = await dates(['[[date:1]] [[date:2]]']);
		expect(x + width).toBeLessThanOrEqual(next);
	});
});

it('is compared with the tags of its page, not with those of all others', async () => {
	/** How often the place of a tag is looked at, if there is one on each page. */
	const looks = async (count: number): Promise<number> => {
		let times = 0;
		const tags = Array.from({ length: count }, (_, at) => ({
			page: at + 1,
			text: '[[date:1]]',
			others: [],
			whole: true,
			get box() {
				times += 1;
				return { x: 100, y: 100, width: 50, height: 10 };
			},
		}));
		const pages = tags.map(() => ({ width: 600, height: 800 }));
		const found = { tags, unreadPages: [] };
		const pdf = { name: 'Lease.pdf', pages, tags: async () => found, pause: async () => {} };
		await taggedFields(pdf as never, [ADA]);
		return times;
	};

	expect(await looks(400)).toBe(4 * (await looks(100)));
});
