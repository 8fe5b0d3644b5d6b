import { tooFaint } from './contrast';
import { focusStops, hardToSee } from './focusStops';
import { edgesIn, looksOf, namelessIn, textsIn, type Look } from './looks';
import { preparePerson } from './person';
import { sidewaysOf } from './sideways';
import { VIEWS } from './views';

const person = preparePerson({ viewport: { width: 1200, height: 740 } });

describe.each(Object.entries(VIEWS))('%s', (_, show) => {
	let looks: Look[];
	beforeAll(async () => {
		await show(person);
		looks = await looksOf(person.page);
	});

	it('can be read: text 4.5 to 1, edges of controls 3 to 1', () => {
		expect(textsIn(looks).length).toBeGreaterThan(5);
		expect(tooFaint(textsIn(looks), 4.5)).toEqual([]);
		expect(tooFaint(edgesIn(looks), 3)).toEqual([]);
	});

	it('has a label on every control, and nothing beside the screen', async () => {
		expect(namelessIn(looks)).toEqual([]);
		expect(await sidewaysOf(person.page.locator('html'))).toBe(0);
	});

	it('shows where the Tab key is', async () => {
		const stops = await focusStops(person.page);
		expect(stops.length).toBeGreaterThan(2);
		expect(hardToSee(stops)).toEqual([]);
	});
});
