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
export type Encoding = readonly string[];

/** The letters of a list, the first of them at `start`. */
export function lettersIn(list: string, start = 0): string[] {
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

const MAKERS: Record<string, () => Encoding> = {
	StandardEncoding: () => lettersIn(STANDARD, 0x20),
	WinAnsiEncoding: () => [
		...lettersIn('20-7e', 0x20),
		...lettersIn(WIN_ANSI),
		...lettersIn('20 a1-ac 2d ae-ff'),
	],
	MacRomanEncoding: () => [...lettersIn('20-7e .1', 0x20), ...lettersIn(MAC_ROMAN)],
	Symbol: () => lettersIn(SYMBOL, 0x20),
	ZapfDingbats: () => lettersIn(ZAPF_DINGBATS, 0x20),
	CompactFont: () => [
		'',
		...lettersIn(STANDARD).filter((letter) => letter !== ''),
		...lettersIn(MORE_LATIN),
	],
};

const made = new Map<string, Encoding>();

/** An encoding by its name in a PDF or by the name of its font; undefined for others. */
export function encodingNamed(name: string | undefined): Encoding | undefined {
	if (name === undefined || !Object.hasOwn(MAKERS, name)) return undefined;
	const encoding = made.get(name) ?? MAKERS[name]?.();
	if (encoding) made.set(name, encoding);
	return encoding;
}
