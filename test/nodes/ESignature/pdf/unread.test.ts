import {
	bounded,
	Budget,
	couldHideTag,
	couldStandUnread,
	DEFAULT_LIMITS,
} from '../../../../nodes/ESignature/pdf';
import { fileOf, onePage, read } from './handMade';

/** A font with a glyph that nobody can read, `?` here; a question mark is `¿`. */
const FONTS = {
	fonts: '/F2 10 0 R',
	objects: {
		10: `<< /Type /Font /Subtype /Type1 /BaseFont /Odd /FirstChar 1 /Widths [${'500 '.repeat(255)}] /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /g12] >> >>`,
	},
};

async function pageWith(...lines: string[]) {
	const content = lines
		.map(
			(line) =>
				`(${line
					.replace(/[()\\]/g, '\\$&')
					.replaceAll('?', '\\001')
					.replaceAll('¿', '?')}) Tj`,
		)
		.join(' 0 -14 Td ');
	const { pages } = await read(fileOf(onePage(`BT /F2 10 Tf 100 700 Td ${content} ET`, FONTS)));
	const [page] = pages;
	if (!page) throw new Error('There is no page.');
	return page;
}

describe('a text may stand where a glyph cannot be read', () => {
	it.each([
		['Executive Director', ['Execu?ve Director']],
		['Executive Director', ['Signature of the Execu?ve', 'Director, Berlin']],
		['Executive Director', ['Executive?Director']],
		['Executive Director', ['Exec?utive Director']],
		['Confirmed', ['Con?rmed']],
		['Office', ['O?ce']],
		['Signature:', ['?ignature:']],
		['Signature:', ['Signature?']],
		['Signature:', ['S?gna?re:']],
		['fit', ['?t']],
		['Name ____', ['Name ?_']],
		['Lease', ['Lease', 'L?ase']],
	])('%s in %j', async (text, lines) => {
		expect(couldStandUnread(await pageWith(...lines), text)).toBe(true);
	});
});

describe('a glyph that cannot be read hides no text', () => {
	it.each([
		['beside it', 'Signature', ['? Signature', 'Signature?', '?Signature']],
		['of other letters', 'Executive Director', ['? Execution of the director']],
		['that would have to be a word', 'Date', ['? e', '?e', 'D ?', 'D?', '?']],
		['before a line to write on', '____', ['?________', '_____?']],
		['that is a bullet', 'Terms and conditions', ['? Terms', '? and conditions', '? more']],
		['in a line of its own', 'a b c', ['?', '?', '?']],
		['that would have to be a blank and more', 'Executive Director', ['Executiv?irector']],
	])('%s: %s', async (_, text, lines) => {
		expect(couldStandUnread(await pageWith(...lines), text)).toBe(false);
	});

	it('and there is none', async () => {
		expect(couldStandUnread(await pageWith('Execution'), 'Executive')).toBe(false);
		expect(couldStandUnread(await pageWith('Execu?ve'), ' ')).toBe(false);
	});
});

const WORDS = ['signature', 'initials', 'date', 'name', 'company', 'custom'];

describe('a tag may stand where brackets cannot be read', () => {
	it.each([
		'??signature:1??',
		'?signature:1?',
		'[?signature:1?]',
		'?[Signature:1]?',
		'??name??',
		'??name¿??',
		'?date¿:1?',
		'?? date : 2 ??',
		'??ini?als:1??',
		'?custom:1:Cost centre?',
		'?name:ada@example.com?',
	])('%s', async (text) => {
		expect(couldHideTag(await pageWith('Text', `Please sign ${text} here`), WORDS)).toBe(true);
	});

	it.each([
		['quotation marks', 'The landlord (?Company?) and ?name?'],
		['bullets', '? Name ? Company ? Date: 2026 ? Date: 1 ?'],
		['bullets before labels', '?Name: Ada, ?Date: today'],
		['what stands beside a tag', '?[[signature:1]]? ? [[date:1]] ?'],
		['other words', '??stamp:1??'],
	])('but not in %s', async (_, text) => {
		expect(couldHideTag(await pageWith(text), WORDS)).toBe(false);
	});
});

it('looking has an end, also where the text seems to begin at every letter', async () => {
	const page = await pageWith(`${'a'.repeat(90)}?`);
	const text = `${'a'.repeat(60)}b c`;
	const within = (steps: number) =>
		bounded(() => couldStandUnread(page, text, new Budget({ ...DEFAULT_LIMITS, steps })));

	expect(within(DEFAULT_LIMITS.steps)).toEqual({ kind: 'done', value: false });
	expect(within(2_000)).toMatchObject({ kind: 'tooLarge' });
});
