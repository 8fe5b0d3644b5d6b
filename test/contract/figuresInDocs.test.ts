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
const MINUTE = 60_000;
const HOUR = 3_600_000;

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
	['the first # pages of a list that begins with the newest', 'polling/events', 'MOST_TEST_PAGES'],
	['up to # pages of any other list', 'polling/events', 'MOST_PAGES_AT_ALL'],
	['stops soon after # minute', 'polling/events', 'LONGEST_WAIT', MINUTE],
	['Up to # are read one by one in each poll', 'polling/poll', 'MOST_READS'],
	['a poll reads no more than #', 'polling/poll', 'MOST_READS'],
	['Up to # are watched', 'polling/state', 'MOST_OPEN'],
	['in pieces of up to # envelopes', 'polling/state', 'MOST_SUSPECTS'],
	['remembers the last # envelopes that it found', 'polling/scan', 'MOST_NAMED'],
	['A list of up to # pages is read whole', 'polling/state', 'FEW_PAGES'],
	['cannot name them all (more than #,', 'polling/scan', 'MOST_RECENT'],
	['is looked for in # polls', 'polling/state', 'QUICK_MISSES'],
	['then every # hours', 'polling/state', 'INTERVAL', HOUR],
	['up to # such envelopes in each poll', 'polling/poll', 'MOST_AGAIN'],
	['they take turns, # in each poll', 'polling/poll', 'MOST_AGAIN'],
	['After # times, which take more than a day', 'polling/state', 'MOST_MISSES'],
	['remembers the last # of them', 'polling/state', 'MOST_GONE'],
	['unless # polls in succession see it', 'polling/state', 'MOST_MISSES'],
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
