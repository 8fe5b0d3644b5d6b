import { read } from './repository';

/** A number that a source declares by name. Exported for this alone, it would look as if others needed it. */
function declared(file: string, name: string): number {
	const [, text] =
		new RegExp(`const ${name} = ([\\d_ *]+);`).exec(read(`nodes/ESignature/${file}.ts`)) ?? [];
	if (text === undefined) throw new Error(`${file}.ts does not declare the number ${name}.`);
	const factors = text.split('*').map((factor) => Number(factor.replaceAll('_', '')));
	return factors.reduce((product, factor) => product * factor, 1);
}

const WORDS: Record<number, string> = { 0.5: 'half a', 2: 'two', 3: 'three' };
const spelled = (value: number): string => WORDS[value] ?? value.toLocaleString('en');

const SECOND = 1_000;

/** # stands for the figure; the last number says in which unit it is meant. */
type Sentence = [sentence: string, file: string, name: string, unit?: number];

const TRIGGER: Sentence[] = [
	[
		'takes longer than # seconds, the event comes without it',
		'trigger/envelope',
		'LONGEST_READ',
		SECOND,
	],
	['the last # are remembered', 'trigger/duplicates', 'MOST_EVENTS_KEPT'],
	['while its ID is among the last #;', 'trigger/duplicates', 'MOST_EVENTS_KEPT'],
	['Time Window (Minutes) | # |', 'trigger/form', 'DEFAULT_WINDOW'],
	['an old one for up to # seconds', 'trigger/secrets', 'KEPT', SECOND],
	['more than # times in', 'trigger/secrets', 'MOST_READS'],
	['longer than # seconds for a free slot', 'trigger/duplicates', 'LONGEST_WAIT', SECOND],
];

const POLLING: Sentence[] = [
	['the whole list of envelopes (#)', 'polling/form', 'DEFAULT_HOURS'],
	['the first # pages of the list', 'polling/events', 'MOST_TEST_PAGES'],
	['at most # in a poll', 'polling/poll', 'MOST_READS'],
];

describe.each([
	['docs/trigger.md', TRIGGER],
	['docs/polling.md', POLLING],
])('%s', (path, sentences) => {
	const page = read(path).replace(/\s+/g, ' ');

	it.each(sentences)('says "%s" with the figure of %s, %s', (sentence, file, name, unit = 1) => {
		const value = declared(file, name) / unit;
		const told = [spelled(value), value.toLocaleString('en')].map((figure) =>
			sentence.replace('#', figure),
		);

		expect(told.filter((text) => page.includes(text))).not.toEqual([]);
	});
});
