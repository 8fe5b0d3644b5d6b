import { directed, turned } from '../../../sandbox/files/bidi';
import { runsOf } from '../../../sandbox/files/fonts';

/** What stands on the paper, from left to right. */
const seen = (text: string): string =>
	directed(text)
		.map((piece) => (piece.isRtl ? turned(piece.text) : piece.text))
		.join('');

// Each letter and digit once, from left to right, so that an editor shows the lists as they are.
const [A, B, C, D] = ['\u05d0', '\u05d1', '\u05d2', '\u05d3'] as const;
const [ALEF, BEH] = ['\u0627', '\u0628'] as const;

it.each([
	['one direction', 'Ada 12', ['Ada 12']],
	['the other direction', A + B, [B, A]],
	['a number in Hebrew', `${A}${B} 12`, ['12', ' ', B, A]],
	['a number with its separators', `${A} 12-34/5.6`, ['12-34/5.6', ' ', A]],
	['an amount', `${A} 50% $7`, ['$7', ' ', '50%', ' ', A]],
	['Latin in Hebrew', `${A} Ada Lee ${B}`, [B, ' ', 'Ada Lee', ' ', A]],
	['Hebrew in Latin', `Ada ${A}${B} Lee`, ['Ada ', B, A, ' Lee']],
	['Hebrew and a number in Latin', `Ada ${A} 12 ${B} Lee`, ['Ada ', B, ' 12 ', A, ' Lee']],
	['a number in Latin before Hebrew', `Ada 12 ${A}`, ['Ada 12 ', A]],
	['brackets around Latin', `${A} (Ada) Lee`, ['Lee', ' ', '(Ada)', ' ', A]],
	['brackets around Hebrew', `${A} (${B}${C}) ${D}`, [D, ' (', C, B, ') ', A]],
	['brackets around Hebrew in Latin', `Ada (${A}${B})`, ['Ada (', B, A, ')']],
	['quotes', `${A} «${B}»`, ['«', B, '» ', A]],
	['marks on letters', `${A}\u05b7${B}`, [B, `${A}\u05b7`]],
	['a telephone number in Arabic', `${ALEF}${BEH} 12-34`, ['34', '-', '12', ' ', BEH, ALEF]],
	['Arabic digits', `${ALEF} \u0661\u0662,\u0663`, ['\u0661\u0662,\u0663', ' ', ALEF]],
	['nothing', '', []],
])('shows %s in its order', (_, text, pieces) => {
	expect([...seen(text)]).toEqual([...pieces.join('')]);
});

it('gives a font each piece in the order in which it is drawn as it should be seen', () => {
	const drawn = runsOf(`${A}${B} (Ada) 12`).map(({ text, face }) =>
		face?.turns(text) ? turned(text) : text,
	);
	expect([...drawn.join('')]).toEqual([...`12 (Ada) ${B}${A}`]);
});

it('keeps the order of digits that belong to a script from right to left', () => {
	const drawn = runsOf('\u06f1\u06f2\u06f3').map(({ text, face }) =>
		face?.turns(text) ? turned(text) : text,
	);
	expect(drawn).toEqual(['\u06f1\u06f2\u06f3']);
});
