/**
 * Which letter a code stands for (ISO 32000-1, annex D). In the lists, `20-26` are letters in a row and `.3`
 * are three codes without a letter.
 */
const STANDARD = `
20-26 2019 28-5f 2018 61-7e .34 a1-a3 2044 a5 192 a7 a4 27 201c ab 2039 203a fb01 fb02 .1 2013
2020 2021 b7 .1 b6 2022 201a 201e 201d bb 2026 2030 .1 bf .1 60 b4 2c6 2dc af 2d8 2d9 a8 .1 2da
b8 .1 2dd 2db 2c7 2014 .16 c6 .1 aa .4 141 d8 152 ba .5 e6 .3 131 .2 142 f8 153 df`;

/** Codes 7f to 9f; the rest is Latin-1. Codes without a letter show a bullet (annex D, note 3). */
const WIN_ANSI = `
2022 20ac 2022 201a 192 201e 2026 2020 2021 2c6 2030 160 2039 152 2022 17d 2022 2022 2018 2019
201c 201d 2022 2013 2014 2dc 2122 161 203a 153 2022 17e 178`;

/** From code 80 on. */
const MAC_ROMAN = `
c4 c5 c7 c9 d1 d6 dc e1 e0 e2 e4 e3 e5 e7 e9 e8 ea eb ed ec ee ef f1 f3 f2 f4 f6 f5 fa f9 fb fc
2020 b0 a2 a3 a7 2022 b6 df ae a9 2122 b4 a8 2260 c6 d8 221e b1 2264 2265 a5 b5 2202 2211 220f
3c0 222b aa ba 3a9 e6 f8 bf a1 ac 221a 192 2248 2206 ab bb 2026 20 c0 c3 d5 152 153 2013 2014
201c 201d 2018 2019 f7 25ca ff 178 2044 a4 2039 203a fb01 fb02 2021 b7 201a 201e 2030 c2 ca c1
cb c8 cd-cf cc d3 d4 f8ff d2 da db d9 131 2c6 2dc af 2d8-2da b8 2dd 2db 2c7`;

const SYMBOL = `
20 21 2200 23 2203 25 26 220b 28 29 2217 2b 2c 2212 2e-3f 2245 391 392 3a7 2206 395 3a6 393 397
399 3d1 39a-39d 39f 3a0 398 3a1 3a3-3a5 3c2 2126 39e 3a8 396 5b 2234 5d 22a5 5f f8e5 3b1 3b2 3c7
3b4 3b5 3c6 3b3 3b7 3b9 3d5 3ba 3bb b5 3bd 3bf 3c0 3b8 3c1 3c3-3c5 3d6 3c9 3be 3c8 3b6 7b-7d
223c .33 20ac 3d2 2032 2264 2044 221e 192 2663 2666 2665 2660 2194 2190-2193 b0 b1 2033 2265 d7
221d 2202 2022 f7 2260 2261 2248 2026 f8e6 f8e7 21b5 2135 2111 211c 2118 2297 2295 2205 2229
222a 2283 2287 2284 2282 2286 2208 2209 2220 2207 f6da f6d9 f6db 220f 221a 22c5 ac 2227 2228
21d4 21d0-21d3 25ca 2329 f8e8-f8ea 2211 f8eb-f8f4 .1 232a 222b 2320 f8f5 2321 f8f6-f8fe`;

const ZAPF_DINGBATS = `
20 2701-2704 260e 2706-2709 261b 261e 270c-2727 2605 2729-274b 25cf 274d 25a0 274f-2752 25b2
25bc 25c6 2756 25d7 2758-275e .1 2768-2775 .19 2761-2767 2663 2666 2665 2660 2460-2469 2776-2794
2192 2194 2195 2798-27af .1 27b1-27be`;

/** Letters of glyphs 150 to 228 of Compact Fonts (Adobe TN 5176, appendix A); those before are as in STANDARD. */
const MORE_LATIN = `
b9 ac b5 2122 d0 bd b1 de bc f7 a6 b0 fe be b2 ae 2212 f0 d7 b3 a9 c1 c2 c4 c0 c5 c3 c7 c9-cb c8
cd-cf cc d1 d3 d4 d6 d2 d5 160 da-dc d9 dd 178 17d e1 e2 e4 e0 e5 e3 e7 e9-eb e8 ed-ef ec f1 f3
f4 f6 f2 f5 161 fa-fc f9 fd ff 17e`;

/** Code -> letter; an empty text for none. */
type Encoding = readonly string[];

/** The letters of a list, the first of them at `start`. */
function lettersOfRanges(list: string, start = 0): string[] {
	const letters: string[] = Array.from({ length: start }, () => '');
	for (const part of list.trim().split(/\s/)) {
		if (part.startsWith('.')) {
			for (let count = Number(part.slice(1)); count > 0; count--) letters.push('');
			continue;
		}
		const [first = 0, last = first] = part.split('-').map((code) => Number.parseInt(code, 16));
		for (let code = first; code <= last; code++) letters.push(String.fromCodePoint(code));
	}
	return letters;
}

/** By its name in a PDF, or by the name of its font. */
const ENCODINGS = new Map(
	Object.entries<Encoding>({
		StandardEncoding: lettersOfRanges(STANDARD, 0x20),
		WinAnsiEncoding: [
			...lettersOfRanges('20-7e', 0x20),
			...lettersOfRanges(WIN_ANSI),
			...lettersOfRanges('20 a1-ac 2d ae-ff'),
		],
		MacRomanEncoding: [...lettersOfRanges('20-7e .1', 0x20), ...lettersOfRanges(MAC_ROMAN)],
		Symbol: lettersOfRanges(SYMBOL, 0x20),
		ZapfDingbats: lettersOfRanges(ZAPF_DINGBATS, 0x20),
		CompactFont: [
			'',
			...lettersOfRanges(STANDARD).filter((letter) => letter !== ''),
			...lettersOfRanges(MORE_LATIN),
		],
	}),
);

/** Undefined for others than these. */
export const encodingNamed = (name: string | undefined): Encoding | undefined =>
	ENCODINGS.get(name ?? '');

/**
 * Widths of the standard fonts (ISO 32000-1, 9.6.2.2; Adobe's metrics), which a file need not state. Two
 * letters each, base 36, in thousandths of the size, in the order of LETTERS. Courier is 600 throughout, and slanted
 * Helvetica is as wide as upright Helvetica.
 */
const LETTERS = lettersOfRanges(`
20-7e a1-ac ae-ff 131 141-142 152-153 160-161 178 17d-17e 192 2c6-2c7 2d8-2dd 2013-2014 2018-201a
201c-201e 2020-2022 2026 2030 2039-203a 2044 20ac 2122 2212 fb01-fb02`);

const WIDTHS: Record<string, string> = {
	Helvetica: `
7q7q9vfgfgopij5b9999atg87q997q7qfgfgfgfgfgfgfgfgfgfg7q7qg8g8g8fgs7ijijk2k2ijgzlmk27qdwijfgn5k2lmij
lmk2ijgzk2ijq8ijijgz7q7q7qd1fg99fgfgdwfgfg7qfgfg6666dw66n5fgfgfgfg99dw7qfgdwk2dwdwdw9a789ag899fgfg
fgfg78fg99khaafgg8kh99b4g8999999fgex7q9999a5fgn6n6n6gzijijijijijijrsk2ijijijij7q7q7q7qk2k2lmlmlmlm
lmg8lmk2k2k2k2ijijgzfgfgfgfgfgfgopdwfgfgfgfg7q7q7q7qfgfgfgfgfgfgfgg8gzfgfgfgfgdwfgdw7qfg66rsq8ijdw
ijgzdwfg9999999999999999fgrs666666999999fgfg9qrsrs99994nfgrsg8dwdw`,
	'Helvetica-Bold': `
7q99d6fgfgopk26m9999atg87q997q7qfgfgfgfgfgfgfgfgfgfg9999g8g8g8gzr3k2k2k2k2ijgzlmk27qfgk2gzn5k2lmij
lmk2ijgzk2ijq8ijijgz997q99g8fg99fggzfggzfg99gzgz7q7qfg7qopgzgzgzgzatfg99gzfglmfgfgdwat7satg899fgfg
fgfg7sfg99khaafgg8kh99b4g8999999gzfg7q9999a5fgn6n6n6gzk2k2k2k2k2k2rsk2ijijijij7q7q7q7qk2k2lmlmlmlm
lmg8lmk2k2k2k2ijijgzfgfgfgfgfgfgopfgfgfgfgfg7q7q7q7qgzgzgzgzgzgzgzg8gzgzgzgzgzfggzfg7qgz7qrsq8ijfg
ijgzdwfg9999999999999999fgrs7q7q7qdwdwdwfgfg9qrsrs99994nfgrsg8gzgz`,
	'Times-Roman': `
6y99bcdwdwn5lm509999dwfo6y996y7qdwdwdwdwdwdwdwdwdwdw7q7qfofofoccplk2ijijk2gzfgk2k299atk2gzopk2k2fg
k2ijfggzk2k2q8k2k2gz997q99d1dw99ccdwccdwcc99dwdw7q7qdw7qlmdwdwdwdw99at7qdwdwk2dwdwccdc5kdcf199dwdw
dwdw5kdw99l47odwfol499b4fo8c8c99dwcl6y998c8mdwkukukucck2k2k2k2k2k2opijgzgzgzgz99999999k2k2k2k2k2k2
k2fok2k2k2k2k2k2fgdwccccccccccccijcccccccccc7q7q7q7qdwdwdwdwdwdwdwfodwdwdwdwdwdwdwdw7qgz7qopk2fgat
k2gzccdw9999999999999999dwrs999999ccccccdwdw9qrsrs99994ndwr8fofgfg`,
	'Times-Bold': `
6y99ffdwdwrsn57q9999dwfu6y996y7qdwdwdwdwdwdwdwdwdwdw9999fufufudwpuk2ijk2k2ijgzlmlmatdwlmijq8k2lmgz
lmk2fgijk2k2rsk2k2ij997q99g5dw99dwfgccfgcc99dwfg7q99fg7qn5fgdwfgfgccat99fgdwk2dwdwccay64ayeg99dwdw
dwdw64dw99kr8cdwfukr99b4fu8c8c99fgf06y998c96dwkukukudwk2k2k2k2k2k2rsk2ijijijijatatatatk2k2lmlmlmlm
lmfulmk2k2k2k2k2gzfgdwdwdwdwdwdwk2cccccccccc7q7q7q7qdwfgdwdwdwdwdwfudwfgfgfgfgdwfgdw7qij7qrsk2fgat
k2ijccdw9999999999999999dwrs999999dwdwdwdwdw9qrsrs99994ndwrsfufgfg`,
	'Times-Italic': `
6y99bodwdwn5lm5y9999dwir6y996y7qdwdwdwdwdwdwdwdwdwdw9999iririrdwpkgzgzijk2gzgzk2k299ccijfgn5ijk2gz
k2gzdwfgk2gzn5gzfgfgat7qatbqdw99dwdwccdwcc7qdwdw7q7qcc7qk2dwdwdwdwatat7qdwccijccccatb47nb4f1atdwdw
dwdw7ndw99l47odwirl499b4ir8c8c99dwej6y998c8mdwkukukudwgzgzgzgzgzgzopijgzgzgzgz99999999k2ijk2k2k2k2
k2irk2k2k2k2k2fggzdwdwdwdwdwdwdwijcccccccccc7q7q7q7qdwdwdwdwdwdwdwirdwdwdwdwdwccdwcc7qfg7qq8ijdwat
fgfgatdw9999999999999999dwop999999fgfgfgdwdw9qoprs99994ndwr8irdwdw`,
	'Times-BoldItalic': `
6yatffdwdwn5lm7q9999dwfu6y996y7qdwdwdwdwdwdwdwdwdwdw9999fufufudwn4ijijijk2ijijk2lmatdwijgzopk2k2gz
k2ijfggzk2ijopijgzgz997q99fudw99dwdwccdwcc99dwfg7q7qdw7qlmfgdwdwdwatat7qfgccijdwccat9o649ofuatdwdw
dwdw64dw99kr7edwgukr99b4fu8c8c99g0dw6y998c8cdwkukukudwijijijijijijq8ijijijijijatatatatk2k2k2k2k2k2
k2fuk2k2k2k2k2gzgzdwdwdwdwdwdwdwk2cccccccccc7q7q7q7qdwfgdwdwdwdwdwfudwfgfgfgfgccdwcc7qgz7qq8k2fgat
gzgzatdw9999999999999999dwrs999999dwdwdwdwdw9qrsrs99994ndwrsgufgfg`,
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

function widthsIn(list: string): number[] {
	const digits = list.replaceAll('\n', '');
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

const widthsByCode = new Map(
	Object.entries(BY_CODE).map(([font, list]) => [font, widthsIn(list)] as const),
);

const widthsByLetter = new Map(
	Object.entries(WIDTHS).map(([font, list]) => {
		const widths = widthsIn(list);
		return [font, new Map(LETTERS.map((letter, at) => [letter, widths[at]]))] as const;
	}),
);

/** The width of a letter, or of a code in the fonts of symbols, in a standard font. */
export function standardWidth(font: string, letter: string, code: number): number | undefined {
	if (font === 'Courier') return COURIER;
	const byCode = widthsByCode.get(font);
	if (byCode) return byCode[code - 0x20];
	return widthsByLetter.get(font)?.get(letter === '\u00a0' ? ' ' : letter);
}
