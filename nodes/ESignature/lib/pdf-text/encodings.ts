import { MAX } from './limits';

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

const MAKERS: Record<string, () => Encoding> = {
	StandardEncoding: () => lettersOfRanges(STANDARD, 0x20),
	WinAnsiEncoding: () => [
		...lettersOfRanges('20-7e', 0x20),
		...lettersOfRanges(WIN_ANSI),
		...lettersOfRanges('20 a1-ac 2d ae-ff'),
	],
	MacRomanEncoding: () => [...lettersOfRanges('20-7e .1', 0x20), ...lettersOfRanges(MAC_ROMAN)],
	Symbol: () => lettersOfRanges(SYMBOL, 0x20),
	ZapfDingbats: () => lettersOfRanges(ZAPF_DINGBATS, 0x20),
	CompactFont: () => [
		'',
		...lettersOfRanges(STANDARD).filter((letter) => letter !== ''),
		...lettersOfRanges(MORE_LATIN),
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

/**
 * A part of the Adobe Glyph List: what Latin, Greek, Cyrillic, Hebrew and Arabic texts need. `@20` begins a
 * row of letters, each with its name, at that code point.
 */
const NAMES = `
@20 space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright
asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon
semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q
r s t u v w x y z braceleft bar braceright asciitilde @a0 nbspace exclamdown cent sterling
currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot softhyphen
registered macron degree plusminus twosuperior threesuperior acute mu paragraph middot cedilla
onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown Agrave
Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave
Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash
Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde
adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex
idieresis eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute
ucircumflex udieresis yacute thorn ydieresis Amacron amacron Abreve abreve Aogonek aogonek Cacute
cacute Ccircumflex ccircumflex Cdot cdot Ccaron ccaron Dcaron dcaron Dcroat dcroat Emacron emacron
Ebreve ebreve Edot edot Eogonek eogonek Ecaron ecaron Gcircumflex gcircumflex Gbreve gbreve Gdot
gdot Gcedilla gcedilla Hcircumflex hcircumflex Hbar hbar Itilde itilde Imacron imacron Ibreve
ibreve Iogonek iogonek Idot dotlessi IJ ij Jcircumflex jcircumflex Kcedilla kcedilla @139 Lacute
lacute Lcedilla lcedilla Lcaron lcaron Ldot ldot Lslash lslash Nacute nacute Ncedilla ncedilla
Ncaron ncaron napostrophe Eng eng Omacron omacron Obreve obreve Odblacute odblacute OE oe Racute
racute Rcedilla rcedilla Rcaron rcaron Sacute sacute Scircumflex scircumflex Scedilla scedilla
Scaron scaron Tcedilla tcedilla Tcaron tcaron Tbar tbar Utilde utilde Umacron umacron Ubreve
ubreve Uring uring Udblacute udblacute Uogonek uogonek Wcircumflex wcircumflex Ycircumflex
ycircumflex Ydieresis Zacute zacute Zdot zdot Zcaron zcaron longs @18f Schwa Eopen Fhook florin
@1fa Aringacute aringacute AEacute aeacute Oslashacute oslashacute @218 Scommaaccent scommaaccent
@2c6 circumflex caron @2d8 breve dotaccent ring ogonek tilde hungarumlaut @384 tonos
dialytikatonos Alphatonos anoteleia Epsilontonos Etatonos Iotatonos @38c Omicrontonos @38e
Upsilontonos Omegatonos iotadieresistonos Alpha Beta Gamma Deltagreek Epsilon Zeta Eta Theta Iota
Kappa Lambda Mu Nu Xi Omicron Pi Rho @3a3 Sigma Tau Upsilon Phi Chi Psi Omegagreek Iotadieresis
Upsilondieresis alphatonos epsilontonos etatonos iotatonos upsilondieresistonos alpha beta gamma
delta epsilon zeta eta theta iota kappa lambda mugreek nu xi omicron pi rho sigma1 sigma tau
upsilon phi chi psi omega iotadieresis upsilondieresis omicrontonos upsilontonos omegatonos @3d1
theta1 Upsilon1 @3d5 phi1 omega1 @431 afii10066 afii10067 afii10068 afii10069 afii10070 afii10072
afii10073 afii10074 afii10075 afii10076 afii10077 afii10078 afii10079 afii10080 afii10081
afii10082 afii10083 afii10084 afii10085 afii10086 afii10087 afii10088 afii10089 afii10090
afii10091 afii10092 afii10093 afii10094 afii10095 afii10096 afii10097 @451 afii10071 afii10099
afii10100 afii10101 afii10102 afii10103 afii10104 afii10105 afii10106 afii10107 afii10108
afii10109 @45e afii10110 afii10193 @463 afii10194 @473 afii10195 @475 afii10196 @491 afii10098
@1e80 Wgrave wgrave Wacute wacute Wdieresis wdieresis @2010 hyphentwo @2012 figuredash endash
emdash afii00208 dblverticalbar dbllowline quoteleft quoteright quotesinglbase quoteleftreversed
quotedblleft quotedblright quotedblbase @2020 dagger daggerdbl bullet @2026 ellipsis @2030
perthousand @2032 minute second @2039 guilsinglleft guilsinglright @203e overline @2044 fraction
@20a4 afii08941 @20aa afii57636 @20ac Euro @2113 afii61289 @2116 afii61352 @2118 weierstrass @211c
Rfraktur @211e prescription @2121 telephone trademark @2126 Ohm @2190 arrowleft arrowup arrowright
arrowdown arrowboth arrowupdn @21d0 arrowdblleft arrowdblup arrowdblright arrowdbldown
arrowdblboth @2200 forall @2202 partialdiff existential @2205 emptyset Delta gradient element
notelement @220b suchthat notcontains @220f product @2211 summation minus minusplus @2215
divisionslash @2217 asteriskmath @2219 bulletoperator radical @221d proportional infinity @2227
logicaland logicalor intersection union integral @2248 approxequal @224c allequal @2250 approaches
geometricallyequal approxequalorimage imageorapproximatelyequal @2260 notequal equivalence
notidentical @2264 lessequal greaterequal @2282 propersubset propersuperset notsubset notsuperset
reflexsubset reflexsuperset @25a0 blacksquare whitesquare @25ca lozenge circle dottedcircle @25ce
bullseye blackcircle @25e6 openbullet @fb00 ff fi fl ffi ffl @7c verticalbar @a0 nonbreakingspace
@a9 copyright @ad softhyphen @af overscore @b5 mu1 @b7 periodcentered @10a Cdotaccent cdotaccent
@110 Dslash dmacron @116 Edotaccent edotaccent @120 Gdotaccent gdotaccent Gcommaaccent
gcommaaccent @130 Idotaccent @136 Kcommaaccent kcommaaccent @13b Lcommaaccent lcommaaccent @13f
Ldotaccent ldotaccent @145 Ncommaaccent ncommaaccent @149 quoterightn @150 Ohungarumlaut
ohungarumlaut @156 Rcommaaccent rcommaaccent @162 Tcommaaccent tcommaaccent @170 Uhungarumlaut
uhungarumlaut @17b Zdotaccent zdotaccent @17f slong @1fe Ostrokeacute ostrokeacute @385
dieresistonos @3c2 sigmafinal @3d1 thetasymbolgreek Upsilonhooksymbol @3d5 phisymbolgreek
pisymbolgreek @401 afii10023 afii10051 afii10052 afii10053 afii10054 afii10055 afii10056 afii10057
afii10058 afii10059 afii10060 afii10061 @40e afii10062 afii10145 afii10017 afii10018 afii10019
afii10020 afii10021 afii10022 afii10024 afii10025 afii10026 afii10027 afii10028 afii10029
afii10030 afii10031 afii10032 afii10033 afii10034 afii10035 afii10036 afii10037 afii10038
afii10039 afii10040 afii10041 afii10042 afii10043 afii10044 afii10045 afii10046 afii10047
afii10048 afii10049 afii10065 @462 afii10146 @472 afii10147 @474 afii10148 @490 afii10050 @2015
horizontalbar bardbl underscoredbl @201b quotereversed @2025 twodotleader @2032 prime @20a4 lira
@20aa newsheqelsign @20ac euro @2113 lsquare @2116 numero @2126 Omega @21d0 arrowleftdbl @21d2
dblarrowright @21d4 dblarrowleft @2200 universal @2203 thereexists @2206 increment nabla @2209
notelementof @2282 subset superset @2286 subsetorequal supersetorequal @25a0 filledbox @25cb
whitecircle @25e6 whitebullet @fb00 f_f f_i f_l f_f_i f_f_l @20aa sheqel @a9 circlecopyrt @2329
angbracketleft angbracketright`;

let letters: Map<string, string> | undefined;

function known(): Map<string, string> {
	if (letters) return letters;
	letters = new Map();
	let code = 0;
	for (const part of NAMES.trim().split(/\s/)) {
		if (part.startsWith('@')) {
			code = Number.parseInt(part.slice(1), 16);
			continue;
		}
		letters.set(part, String.fromCodePoint(code));
		code += 1;
	}
	return letters;
}

/**
 * The text of a glyph by its name (Adobe Glyph List Specification, section 2): what stands before the first dot,
 * in parts between underscores. Undefined for a name that means something to its font only.
 */
export function textOfGlyph(name: string): string | undefined {
	if (name.length > MAX.glyphName) return undefined;
	const [base = ''] = name.split('.', 1);
	if (base === '') return undefined;
	const parts = base.split('_').map((part) => known().get(part) ?? byCode(part));
	return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}

/** `uni00410042` or `u1F600`. */
function byCode(part: string): string | undefined {
	if (/^uni(?:[0-9A-F]{4}){1,8}$/.test(part)) {
		const codes = part.slice(3).match(/.{4}/g) ?? [];
		return codes.map((code) => letterAt(code)).join('');
	}
	return /^u[0-9A-F]{4,6}$/.test(part) ? letterAt(part.slice(1)) : undefined;
}

function letterAt(hex: string): string | undefined {
	const code = Number.parseInt(hex, 16);
	return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : undefined;
}

/**
 * Widths of the standard fonts (ISO 32000-1, 9.6.2.2; Adobe's metrics), which a file need not state. Two
 * letters each, base 36, in thousandths of the size, in the order of LETTERS. Courier is 600 throughout, and slanted
 * Helvetica is as wide as upright Helvetica.
 */
const LETTERS = `
20-7e a1-ac ae-ff 131 141-142 152-153 160-161 178 17d-17e 192 2c6-2c7 2d8-2dd 2013-2014 2018-201a
201c-201e 2020-2022 2026 2030 2039-203a 2044 20ac 2122 2212 fb01-fb02`;

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
		? widthsIn(BY_CODE[font] ?? '')
		: new Map(zip(lettersOfRanges(LETTERS), widthsIn(WIDTHS[font] ?? '')));
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
