import { MARK } from '../removal';
import { DIALECTS } from '../../sandbox';
import { Chance } from '../../test/support/chance';
import { draws } from '../../test/support/draws';
import { differencesIn, recordingIn, reportIn, visitTo, withoutWaiting } from './visits';

withoutWaiting();

const NAMES = DIALECTS.map(({ name }) => name);

/** The first of them makes the other one invisible. */
const HIDES = [
	['problem-text', 'problem-extensions'],
	['notifier-left-out', 'notifier-renamed'],
];
const canBeSeen = (spoken: string[]) =>
	!HIDES.some((pair) => pair.every((name) => spoken.includes(name)));

const chance = new Chance(1);
const pair = () => chance.shuffled(NAMES).slice(0, 2);
const thirds = () => {
	const names = chance.shuffled(NAMES);
	return [0, 1, 2].map((rest) => names.filter((_, at) => at % 3 === rest));
};
const drawnUntil = <Value>(draw: () => Value, isGood: (drawn: Value) => boolean): Value => {
	for (;;) {
		const drawn = draw();
		if (isGood(drawn)) return drawn;
	}
};

/** All of them in three visits; then some alone, and some pairs. `DRAWS=1` takes each alone. */
const SPOKEN = [
	...drawnUntil(thirds, (all) => all.every(canBeSeen)),
	...chance
		.shuffled(NAMES)
		.slice(0, draws(NAMES.length))
		.map((name) => [name]),
	...Array.from({ length: draws(40) }, () => drawnUntil(pair, canBeSeen)),
];

it('finds nothing that differs in the sandbox as it is, sends nothing, and leaves it as it was', async () => {
	const visit = await visitTo({ seed: true });

	expect(differencesIn(visit)).toEqual([]);
	const { troubles, operations, left } = reportIn(visit);
	expect([troubles, left, visit.changed]).toEqual([[], 0, []]);
	// The next start finds whatever is left by its name, at any moment.
	const { exchanges } = recordingIn(visit);
	const names = exchanges
		.filter(({ route }) =>
			/^(POST|PATCH) \/sign\/envelopes(\/\{envelopeID\})?$/.test(String(route)),
		)
		.map(({ sent }) => (sent as { name?: string }).name);
	expect(names.filter((name) => name !== undefined && !name.startsWith(MARK))).toEqual([]);
	// An empty draft, which nobody would get.
	expect(visit.sends).toEqual([409]);
	expect(operations.filter(({ failed }) => failed > 0)).toEqual([]);
	expect(operations.length).toBeGreaterThan(25);
});

it.each(SPOKEN.map((dialects) => [dialects]))('names exactly the dialects %j', async (dialects) => {
	const visit = await visitTo({ dialects });

	expect(reportIn(visit).dialects.sort()).toEqual(dialects.sort());
	expect([reportIn(visit).left, visit.changed]).toEqual([0, []]);
});
