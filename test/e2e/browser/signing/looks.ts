import type { Page } from 'playwright-core';

import type { Paint } from './contrast';

/** An element as the browser shows it. */
export interface Look {
	/** For the message of a test. */
	what: string;
	/** Its own text, or what was entered. */
	text: string;
	placeholder: string;
	colour: string;
	placeholderColour: string;
	/** Of its border; of its outline where it has one instead; none where the browser draws it. */
	edge: string | undefined;
	/** Its own background, then those behind it. */
	grounds: string[];
	isControl: boolean;
	isEntry: boolean;
	isDisabled: boolean;
	hasLabel: boolean;
	/** A link between the words of a sentence. */
	isInSentence: boolean;
	/** What a finger can hit: the label belongs to it when the control stands in it. */
	width: number;
	height: number;
}

/** For the function below, which runs in the page. */
declare const getComputedStyle: (element: unknown, part?: string) => Record<string, string>;

/** All that is to be seen. A label that shows on hover or focus only counts, too. */
export const looksOf = async (page: Page): Promise<Look[]> =>
	await page.locator('body *').evaluateAll((elements) =>
		elements
			.filter((element) => element.checkVisibility())
			.map((element): Look => {
				const style = getComputedStyle(element);
				const textIn = (node: typeof element) =>
					[...node.childNodes]
						.filter(({ nodeType }) => nodeType === 3)
						.map(({ data }) => data)
						.join('')
						.trim();
				const grounds: string[] = [];
				for (let each = element; each; each = each.parentElement) {
					grounds.push(String(getComputedStyle(each).backgroundColor));
				}
				const drawn = ['border-top', 'outline'].find(
					(edge) => style[`${edge}-style`] !== 'none' && style[`${edge}-width`] !== '0px',
				);
				const isEntry = element.matches('input, textarea, select');
				const label = element.labels?.[0];
				const target = label?.contains(element) ? label : element;
				const { width, height } = target.getBoundingClientRect();
				const text = textIn(element) || (element.type === 'checkbox' ? '' : (element.value ?? ''));
				return {
					what: `${element.localName} "${(label ?? element).textContent.replace(/\s+/g, ' ').trim()}"`,
					text,
					placeholder: element.placeholder ?? '',
					colour: String(style.color),
					placeholderColour: String(getComputedStyle(element, '::placeholder').color),
					edge: drawn && style[`${drawn}-color`],
					grounds,
					isControl:
						element.matches('a[href], button, input, textarea, select, summary') &&
						!element.closest('[aria-hidden="true"]'),
					isEntry,
					isDisabled: element.matches(':disabled'),
					hasLabel: Boolean(label?.textContent.trim() ?? element.textContent.trim()),
					isInSentence: element.localName === 'a' && textIn(element.parentElement) !== '',
					width,
					height,
				};
			}),
	);

/** What is written, and the hints in inputs that are still empty. */
export const textsIn = (looks: Look[]): Paint[] =>
	looks
		.filter(({ isDisabled }) => !isDisabled)
		.flatMap(({ what, text, colour, placeholder, placeholderColour, grounds: behind }) => [
			...(text === '' ? [] : [{ what, colour, behind }]),
			...(placeholder === '' ? [] : [{ what, colour: placeholderColour, behind }]),
		]);

/** The edges by which inputs and buttons are told from what is around them. */
export const edgesIn = (looks: Look[]): Paint[] =>
	looks
		.filter(({ isControl, isDisabled }) => isControl && !isDisabled)
		.flatMap(({ what, edge: colour, grounds: [, ...behind] }) =>
			colour === undefined ? [] : [{ what, colour, behind }],
		);

/** Controls that say nothing of what they are for; a placeholder is no label. */
export const namelessIn = (looks: Look[]): string[] =>
	looks.filter(({ isControl, hasLabel }) => isControl && !hasLabel).map(({ what }) => what);

/** WCAG 2.2, 2.5.8: at least 24 by 24 pixels, but for links within a sentence. */
export const tooSmallIn = (looks: Look[]): string[] =>
	looks
		.filter(({ isControl, isInSentence }) => isControl && !isInSentence)
		.filter(({ width, height }) => Math.min(width, height) < 24)
		.map(({ what, width, height }) => `${what}: ${width.toFixed(1)} x ${height.toFixed(1)}`);
