import type { AST } from '@eslint-community/regexpp';

import { treeOf } from './doubtful';
import type { Pattern } from './find';
import { lettersOf } from './letters';

/** A text of any length: a beginning, something repeated, an end that spoils the match. */
export type Hostile = (length: number) => string;

const MOST_SAMPLES = 6;

/** Texts that lead a pattern as far as possible before it fails, made from the pattern itself. */
export function hostileTo(pattern: Pattern): Map<string, Hostile> {
	const letters = lettersOf(pattern);
	const tree = treeOf(pattern);
	const one = (alternatives: AST.Alternative[]): string =>
		(alternatives[0]?.elements ?? []).map((element) => samples(element)[0] ?? '').join('');

	/** Texts that a part of the pattern takes. */
	const samples = (element: AST.Element): string[] => {
		if (element.type === 'Quantifier') {
			return samples(element.element).map((text) => text.repeat(Math.max(1, element.min)));
		}
		if (element.type === 'Assertion') return [''];
		if ('alternatives' in element) {
			return element.alternatives.map((alternative) => one([alternative]));
		}
		return letters.matching(element.raw).slice(0, MOST_SAMPLES);
	};

	const pumps: Array<[string, string]> = [];
	const collect = (alternatives: AST.Alternative[], start: string): void => {
		for (const { elements } of alternatives) {
			let before = start;
			for (const element of elements) {
				const inner = element.type === 'Quantifier' ? element.element : element;
				for (const pump of samples(inner))
					pumps.push([before, pump], ['', pump], ['', before + pump]);
				if ('alternatives' in inner) collect(inner.alternatives, before);
				before += samples(element)[0] ?? '';
			}
		}
	};
	collect(tree.alternatives, '');

	const texts = new Map<string, Hostile>();
	for (const [before, pump] of pumps.filter(([, text]) => text !== '')) {
		for (const end of ['\0', '\n!', 'x']) {
			const name = JSON.stringify([before, pump, end]);
			texts.set(name, (length) => before + pump.repeat(Math.ceil(length / pump.length)) + end);
		}
	}
	return texts;
}
