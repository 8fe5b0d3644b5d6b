import { MAX } from './limits';

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

function lettersByName(): Map<string, string> {
	const letters = new Map<string, string>();
	let code = 0;
	for (const part of NAMES.trim().split(/\s/)) {
		if (part.startsWith('@')) code = Number.parseInt(part.slice(1), 16);
		else {
			letters.set(part, String.fromCodePoint(code));
			code += 1;
		}
	}
	return letters;
}

const LETTERS = lettersByName();

/**
 * The text of a glyph by its name (Adobe Glyph List Specification, section 2): what stands before the first dot,
 * in parts between underscores. Undefined for a name that means something to its font only.
 */
export function textOfGlyph(name: string): string | undefined {
	if (name.length > MAX.glyphName) return undefined;
	const [base = ''] = name.split('.', 1);
	if (base === '') return undefined;
	const parts = base.split('_').map((part) => LETTERS.get(part) ?? byCode(part));
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
