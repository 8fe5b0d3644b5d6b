import { preparePerson } from './person';

/** What a page still says of mistakes while a person mends them. */
const person = preparePerson({ viewport: { width: 1200, height: 740 } });
const signature = () => person.page.getByLabel('Signature');
const problems = () => person.page.getByRole('alert').getByRole('link').allInnerTexts();

it('takes each mistake off the list once its field is changed, and then the list', async () => {
	const envelope = person.receives();
	const { fields } = envelope.documents[0]!;
	envelope.documents[0]!.fields = fields.filter(({ type }) => /signature|checkbox/.test(type));
	await person.opens(envelope);
	await person.button('Sign').click();
	await person.reads('Nothing has been signed yet');
	await person.painted();
	expect(await problems()).toEqual(['Checkbox: tick the box.', 'Signature: fill in this field.']);

	await signature().fill('Ada Lovelace');
	expect(await problems()).toEqual(['Checkbox: tick the box.']);
	await person.page.getByLabel('Checkbox').check();
	expect(await person.page.getByRole('alert').count()).toBe(0);
});

it('does not count what was refused as filled in', async () => {
	const envelope = person.receives();
	const { fields } = envelope.documents[0]!;
	envelope.documents[0]!.fields = fields.filter(({ type }) => /signature|date/.test(type));
	await person.opens(envelope);
	await signature().fill('\u{1f58a}');
	await person.reads('1 of 1 required fields are filled in.');
	await person.button('Sign').click();
	await person.reads('Nothing has been signed yet');
	await person.reads('0 of 1 required fields are filled in.');
	await signature().fill('Yamada');
	await person.reads('1 of 1 required fields are filled in.');
});

it('comes back from another page to what was refused, with what was entered', async () => {
	await person.opens(person.receives());
	await signature().fill('Ada Lovelace');
	await person.button('Sign').click();
	await person.reads('Nothing has been signed yet');
	await person.visit('/');
	await person.page.goBack();
	await person.reads('Nothing has been signed yet');
	expect(await signature().inputValue()).toBe('Ada Lovelace');
});

it('takes the missing reason off the list as well', async () => {
	await person.opens(person.receives());
	await person.page.getByText('I do not want to sign').click();
	await person.button('Decline to sign').click();
	await person.reads('You have not declined yet');
	await person.page.getByLabel('Reason for declining').fill('The price is wrong');
	expect(await person.page.getByRole('alert').count()).toBe(0);
});
