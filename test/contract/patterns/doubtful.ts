import { type AST, RegExpParser } from '@eslint-community/regexpp';

import type { Pattern } from './find';
import { lettersOf } from './letters';

export const treeOf = ({ source, flags }: Pattern): AST.Pattern =>
	new RegExpParser().parsePattern(source, 0, source.length, {
		unicode: flags.includes('u'),
		unicodeSets: flags.includes('v'),
	});

/** What makes a pattern try one text in more ways than the text is long; empty for a harmless one. */
export function doubtsAbout(pattern: Pattern): string[] {
	const letters = lettersOf(pattern);
	const doubts: string[] = [];
	const visit = (alternatives: AST.Alternative[], repeated: boolean, searched: boolean): void => {
		if (repeated) doubts.push(...overlaps(alternatives.map(({ raw }) => raw)));
		for (const { elements } of alternatives) {
			elements.forEach((element, at) => {
				const before = elements.slice(0, at).filter(takesText);
				const next = elements[at + 1];
				const inner = element.type === 'Quantifier' ? element.element : element;
				const endless = isEndless(element);
				if (endless && repeated) doubts.push(`${element.raw} is repeated as a whole`);
				if (endless && searched && at === 0 && next) {
					doubts.push(`${element.raw} can begin anywhere, and ${next.raw} must follow`);
				}
				// Neighbours that take the same letters can share a text in as many ways as it has letters.
				const last = before.at(-1);
				if (endless && last && isEndless(last)) doubts.push(...overlaps([last, element].map(core)));
				if ('alternatives' in inner) {
					const begins = searched && at === 0 && inner.type !== 'Assertion';
					visit(inner.alternatives, repeated || endless, begins);
				}
			});
		}
	};
	const overlaps = (raws: string[]): string[] =>
		raws.flatMap((one, at) =>
			raws
				.slice(at + 1)
				.filter((other) => letters.matching(one).some((a) => letters.matching(other).includes(a)))
				.map((other) => `${one} and ${other} take the same text`),
		);
	visit(treeOf(pattern).alternatives, false, true);
	return doubts;
}

/** What is repeated, without how often. */
const core = (element: AST.Element): string =>
	element.type === 'Quantifier' ? element.element.raw : element.raw;

/** So many repetitions that they count; `{1,99}` does not. */
const isEndless = (element: AST.Element): boolean =>
	element.type === 'Quantifier' && element.max > 1_000;

const takesText = ({ type }: AST.Element): boolean => type !== 'Assertion';
