import { ENTERED, fieldsOf } from '../../../sandbox/pages/form';
import { looksOf, tooSmallIn } from './looks';
import { preparePerson } from './person';
import { offPlace } from './placement';
import { sidewaysOf } from './sideways';
import { VIEWS } from './views';

const WIDTH = 360;
const person = preparePerson({
	viewport: { width: WIDTH, height: 740 },
	isMobile: true,
	hasTouch: true,
});

describe.each(Object.entries(VIEWS))('%s', (_, show) => {
	beforeAll(async () => await show(person));

	it('is as wide as the phone, and a finger can hit its controls', async () => {
		expect(await sidewaysOf(person.page.locator('html'))).toBe(0);
		// A browser of a phone zooms out from a page that is too wide.
		expect(await person.page.evaluate('innerWidth')).toBe(WIDTH);
		const looks = await looksOf(person.page);
		expect(looks.filter(({ isControl }) => isControl).length).toBeGreaterThan(2);
		expect(tooSmallIn(looks)).toEqual([]);
	});
});

it('shows what became of a delivery without moving its table', async () => {
	await VIEWS['the administration page after a test event']!(person);
	const table = person.page.getByRole('region', { name: 'Table of deliveries' });
	expect(await sidewaysOf(table)).toBe(0);
	expect(await table.innerText()).toMatch('Refused (404)');
});

it('lets a finger sign, and shows each entry where its field was placed', async () => {
	const envelope = person.receives();
	const [signer] = envelope.participants;
	const fields = fieldsOf(envelope, signer!);
	await person.opens(envelope);
	const inputs = person.page.getByRole('list', { name: 'Your fields on page 1' }).locator('input');
	for (const [index, { type }] of fields.entries()) {
		await inputs.nth(index).tap();
		if (type !== 'checkbox' && type !== 'date') await person.page.keyboard.type(ENTERED[type]);
	}
	for (const [index, { type, boundingBox }] of fields.entries()) {
		const shown = person.page.locator('.marker').nth(index);
		expect(await shown.innerText()).toBe(await inputs.nth(index).inputValue());
		const off = await offPlace(shown, person.page.locator('canvas'), boundingBox);
		expect([type, off < 2]).toEqual([type, true]);
	}
	await person.button('Sign').tap();
	await person.sees('Thank you');
	const { values } = envelope.documents[0]!;
	expect(Object.fromEntries(fields.map(({ ID, type }) => [type, values[ID]]))).toMatchObject(
		ENTERED,
	);
});
