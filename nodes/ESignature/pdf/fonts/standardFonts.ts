import { lettersOfRanges } from './encodings';

/**
 * Widths of the standard fonts (ISO 32000-1, 9.6.2.2; Adobe's metrics), which a file need not state. Two
 * letters each, base 36, in thousandths of the size, in the order of LETTERS. Courier is 600 throughout, and slanted
 * Helvetica is as wide as upright Helvetica.
 */
const LETTERS = `
20-7e a1-ac ae-107 10c-113 116-11b 11e-11f 122-123 12a-12b 12e-131 136-137 139-13e 141-148 14c-14d
150-15b 15e-165 16a-16b 16e-173 178-17e 192 218-219 2c6-2c7 2d8-2dd 2013-2014 2018-201a 201c-201e
2020-2022 2026 2030 2039-203a 2044 20ac 2122 2202 2206 2211-2212 221a 2260 2264-2265 25ca f6c3
fb01-fb02`;

const WIDTHS: Record<string, string> = {
	Helvetica: `
7q7q9vfgfgopij5b9999atg87q997q7qfgfgfgfgfgfgfgfgfgfg7q7qg8g8g8fgs7ijijk2k2ijgzlmk27qdwijfgn5k2lmij
lmk2ijgzk2ijq8ijijgz7q7q7qd1fg99fgfgdwfgfg7qfgfg6666dw66n5fgfgfgfg99dw7qfgdwk2dwdwdw9a789ag899fgfg
fgfg78fg99khaafgg8kh99b4g8999999fgex7q9999a5fgn6n6n6gzijijijijijijrsk2ijijijij7q7q7q7qk2k2lmlmlmlm
lmg8lmk2k2k2k2ijijgzfgfgfgfgfgfgopdwfgfgfgfg7q7q7q7qfgfgfgfgfgfgfgg8gzfgfgfgfgdwfgdwijfgijfgijfgk2
dwk2dwk2hvk2fgijfgijfgijfgijfglmfglmfg7q7q7q667q7qijdwfg66fg66fg8bfg66k2fgk2fgk2fglmfglmfgrsq8k299
k299k299ijdwijdwijdwgz7qgz8tk2fgk2fgk2fgk2fgijgzdwgzdwgzdwfgijdw9999999999999999fgrs666666999999fg
fg9qrsrs99994nfgrsd8h0gog8clf9f9f9d36ydwdw`,
	'Helvetica-Bold': `
7q99d6fgfgopk26m9999atg87q997q7qfgfgfgfgfgfgfgfgfgfg9999g8g8g8gzr3k2k2k2k2ijgzlmk27qfgk2gzn5k2lmij
lmk2ijgzk2ijq8ijijgz997q99g8fg99fggzfggzfg99gzgz7q7qfg7qopgzgzgzgzatfg99gzfglmfgfgdwat7satg899fgfg
fgfg7sfg99khaafgg8kh99b4g8999999gzfg7q9999a5fgn6n6n6gzk2k2k2k2k2k2rsk2ijijijij7q7q7q7qk2k2lmlmlmlm
lmg8lmk2k2k2k2ijijgzfgfgfgfgfgfgopfgfgfgfgfg7q7q7q7qgzgzgzgzgzgzgzg8gzgzgzgzgzfggzfgk2fgk2fgk2fgk2
fgk2fgk2knk2gzijfgijfgijfgijfglmgzlmgz7q7q7q7q7q7qk2fggz7qgz7qgzb4gz7qk2gzk2gzk2gzlmgzlmgzrsq8k2at
k2atk2atijfgijfgijfggz99gzatk2gzk2gzk2gzk2gzijgzdwgzdwgzdwfgijfg9999999999999999fgrs7q7q7qdwdwdwfg
fg9qrsrs99994nfgrsdqh0gog8f9f9f9f9dq6ygzgz`,
	'Times-Roman': `
6y99bcdwdwn5lm509999dwfo6y996y7qdwdwdwdwdwdwdwdwdwdw7q7qfofofoccplk2ijijk2gzfgk2k299atk2gzopk2k2fg
k2ijfggzk2k2q8k2k2gz997q99d1dw99ccdwccdwcc99dwdw7q7qdw7qlmdwdwdwdw99at7qdwdwk2dwdwccdc5kdcf199dwdw
dwdw5kdw99l47odwfol499b4fo8c8c99dwcl6y998c8mdwkukukucck2k2k2k2k2k2opijgzgzgzgz99999999k2k2k2k2k2k2
k2fok2k2k2k2k2k2fgdwccccccccccccijcccccccccc7q7q7q7qdwdwdwdwdwdwdwfodwdwdwdwdwdwdwdwk2cck2cck2ccij
ccijcck2gck2dwgzccgzccgzccgzcck2dwk2dw997q997q997qk2dwgz7qgz7qgz9kgz7qk2dwk2dwk2dwk2dwk2dwopk2ij99
ij99ij99fgatfgatfgatgz7qgz92k2dwk2dwk2dwk2dwk2gzccgzccgzccdwfgat9999999999999999dwrs999999ccccccdw
dw9qrsrs99994ndwr8d8h0gofoclf9f9f9d36yfgfg`,
	'Times-Bold': `
6y99ffdwdwrsn57q9999dwfu6y996y7qdwdwdwdwdwdwdwdwdwdw9999fufufudwpuk2ijk2k2ijgzlmlmatdwlmijq8k2lmgz
lmk2fgijk2k2rsk2k2ij997q99g5dw99dwfgccfgcc99dwfg7q99fg7qn5fgdwfgfgccat99fgdwk2dwdwccay64ayeg99dwdw
dwdw64dw99kr8cdwfukr99b4fu8c8c99fgf06y998c96dwkukukudwk2k2k2k2k2k2rsk2ijijijijatatatatk2k2lmlmlmlm
lmfulmk2k2k2k2k2gzfgdwdwdwdwdwdwk2cccccccccc7q7q7q7qdwfgdwdwdwdwdwfudwfgfgfgfgdwfgdwk2dwk2dwk2dwk2
cck2cck2iok2fgijccijccijccijcclmdwlmdwat7qat7qat7qlmfgij7qij7qijayij7qk2fgk2fgk2fglmdwlmdwrsk2k2cc
k2cck2ccfgatfgatfgatij99ijbkk2fgk2fgk2fgk2fgk2ijccijccijccdwfgat9999999999999999dwrs999999dwdwdwdw
dw9qrsrs99994ndwrsdqh0gofuf9f9f9f9dq6yfgfg`,
	'Times-Italic': `
6y99bodwdwn5lm5y9999dwir6y996y7qdwdwdwdwdwdwdwdwdwdw9999iririrdwpkgzgzijk2gzgzk2k299ccijfgn5ijk2gz
k2gzdwfgk2gzn5gzfgfgat7qatbqdw99dwdwccdwcc7qdwdw7q7qcc7qk2dwdwdwdwatat7qdwccijccccatb47nb4f1atdwdw
dwdw7ndw99l47odwirl499b4ir8c8c99dwej6y998c8mdwkukukudwgzgzgzgzgzgzopijgzgzgzgz99999999k2ijk2k2k2k2
k2irk2k2k2k2k2fggzdwdwdwdwdwdwdwijcccccccccc7q7q7q7qdwdwdwdwdwdwdwirdwdwdwdwdwccdwccgzdwgzdwgzdwij
ccijcck2f4k2dwgzccgzccgzccgzcck2dwk2dw997q997q997qijccfg7qfg7qgz8cfg7qijdwijdwijdwk2dwk2dwq8ijgzat
gzatgzatdwatdwatdwatfg7qfg8ck2dwk2dwk2dwk2dwfgfgatfgatfgatdwdwat9999999999999999dwop999999fgfgfgdw
dw9qoprs99994ndwr8d8h0goirclf9f9f9d36ydwdw`,
	'Times-BoldItalic': `
6yatffdwdwn5lm7q9999dwfu6y996y7qdwdwdwdwdwdwdwdwdwdw9999fufufudwn4ijijijk2ijijk2lmatdwijgzopk2k2gz
k2ijfggzk2ijopijgzgz997q99fudw99dwdwccdwcc99dwfg7q7qdw7qlmfgdwdwdwatat7qfgccijdwccat9o649ofuatdwdw
dwdw64dw99kr7edwgukr99b4fu8c8c99g0dw6y998c8cdwkukukudwijijijijijijq8ijijijijijatatatatk2k2k2k2k2k2
k2fuk2k2k2k2k2gzgzdwdwdwdwdwdwdwk2cccccccccc7q7q7q7qdwfgdwdwdwdwdwfudwfgfgfgfgccdwccijdwijdwijdwij
ccijcck2gwk2dwijccijccijccijcck2dwk2dwat7qat7qat7qijdwgz7qgz7qgzamgz7qk2fgk2fgk2fgk2dwk2dwq8k2ijat
ijatijatfgatfgatfgatgz7qgza6k2fgk2fgk2fgk2fggzgzatgzatgzatdwfgat9999999999999999dwrs999999dwdwdwdw
dw9qrsrs99994ndwrsdqh0goguf9f9f9f9dq6yfgfg`,
};

/** By code, from 20 on. */
const BY_CODE: Record<string, string> = {
	Symbol: `
6y99jtdwf9n5lmc79999dwf96yf96y7qdwdwdwdwdwdwdwdwdwdw7q7qf9f9f9ccf9k2ijk2h0gzl7grk299hjk2j2opk2k2lc
klfggggzj6c7lchxm3gz99nz99iadwdwhjf9f9dqc7ehbfgr95grf9f9g0ehf9f9ehf9grc7g0jtj2dpj2dqdc5kdcf9000000
000000000000000000000000000000000000000000000000000000000000kuh86vf94njtdwkxkxkxkxsyrfgrrfgrb4f9bf
f9f9jtdqcsf9f9f9f9rsgrrsiamvj2m3rflclcmvlclcjtjtjtjtjtjtjtlcjtlylyoqmvf96yjtgrgrsyrfgrrfgrdq95lyly
lujtaoaoaoaoaoaodqdqdqdq00957mj2j2j2aoaoaoaoaoaodqdqdq00`,
	ZapfDingbats: `
7qr2qpr2r8jzlxlylzj6qoq3f9nrpbpxpbq9r2kznil6l5fvitl7l4l3kydqfcexg1j8lulwlwlym1m2momvlxndmvn5mon3pn
kok3ktlym0jblklcm0l3jnjoiyjhmymnlxlxjnj3jcj5lulvjtlzltlzo9l5l6l6l3l3ososlwlsc63u7pbjawawikik00auau
8t8t7o7oe5e5bebe6i6i9a9a00000000000000000000000000000000000000kcf4f4paijl4l4lkgjjahelwlwlwlwlwlwlw
lwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwounas8cqkspokspiprpspsn6o9n0popo
phpupvcvojn8n8o3o3jcjcoa00oal4qalfo1lfooqvoon3o9prqypi00`,
};

function numbersIn(list: string): number[] {
	const digits = list.split('\n').join('');
	return Array.from({ length: digits.length / 2 }, (_, at) =>
		Number.parseInt(digits.slice(at * 2, at * 2 + 2), 36),
	);
}

/** The standard font that stands for a font of this name; undefined if its name is of none. */
export function standardFontNamed(name: string): string | undefined {
	// A subset carries six letters and a plus sign in front.
	const plain = name
		.replace(/^[A-Z]{6}\+/, '')
		.replace(/[\s,_-]/g, '')
		.toLowerCase();
	const bold = plain.includes('bold');
	const slanted = plain.includes('italic') || plain.includes('oblique');
	if (plain.startsWith('symbol')) return 'Symbol';
	if (plain.startsWith('zapfdingbats')) return 'ZapfDingbats';
	if (plain.startsWith('courier')) return 'Courier';
	if (plain.startsWith('helvetica') || plain.startsWith('arial')) return helvetica(bold);
	if (!plain.startsWith('times')) return undefined;
	if (slanted) return bold ? 'Times-BoldItalic' : 'Times-Italic';
	return bold ? 'Times-Bold' : 'Times-Roman';
}

const helvetica = (bold: boolean): string => (bold ? 'Helvetica-Bold' : 'Helvetica');

const COURIER = 600;
const tables = new Map<string, Map<string, number> | number[]>();

function tableOf(font: string): Map<string, number> | number[] {
	const known = tables.get(font);
	if (known) return known;
	const table = Object.hasOwn(BY_CODE, font)
		? numbersIn(BY_CODE[font] ?? '')
		: new Map(zip(lettersOfRanges(LETTERS), numbersIn(WIDTHS[font] ?? '')));
	tables.set(font, table);
	return table;
}

const zip = (letters: string[], widths: number[]): Array<[string, number]> =>
	letters.map((letter, at) => [letter, widths[at] ?? 0]);

/** The width of a letter, or of a code in the fonts of symbols, in a standard font. */
export function standardWidth(font: string, letter: string, code: number): number | undefined {
	if (font === 'Courier') return COURIER;
	const table = tableOf(font);
	if (Array.isArray(table)) return table[code - 0x20];
	return table.get(letter === '\u00a0' ? ' ' : letter);
}
