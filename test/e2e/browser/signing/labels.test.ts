import { preparePerson } from './person';

/** For the function below, which runs in the page. */
declare const getComputedStyle: (element: unknown) => Record<string, string>;

const person = preparePerson({ viewport: { width: 1200, height: 740 } });

it('says without a touch what a box is for and which fields may stay empty', async () => {
	await person.opens(person.receives());
	const labels = person.page.locator('.field label');
	const shown = await labels.evaluateAll((all) =>
		all
			.filter((label) => getComputedStyle(label).opacity === '1')
			.map((label) => label.textContent.replace(/\s+/g, ' ').trim()),
	);
	expect(shown).toEqual(['3 Title (optional)', '5 Checkbox (required)']);
});

it('covers no other field with these labels', async () => {
	await person.opens(person.receives());
	const boxes = await person.page
		.locator('.field-checkbox label, .field-title label, .field input')
		.evaluateAll((all) =>
			all.map((each) => {
				const { left, right, top, bottom } = each.getBoundingClientRect();
				return { left, right, top, bottom };
			}),
		);
	expect(boxes).toHaveLength(10);
	const overlapping = boxes.flatMap((one, index) =>
		boxes
			.slice(index + 1)
			.filter((other) => one.left < other.right && other.left < one.right)
			.filter((other) => one.top < other.bottom && other.top < one.bottom),
	);
	expect(overlapping).toEqual([]);
});

it.each([
	['begins above its box', 408, 'left'],
	['ends above its box where the paper ends', 560, 'right'],
] as const)('has a label that %s', async (_, x, side) => {
	const envelope = person.receives();
	const { fields } = envelope.documents[0]!;
	fields.find(({ type }) => type === 'checkbox')!.boundingBox = [x, 165, 22, 22];
	await person.opens(envelope);
	const edgeOf = async (part: string) =>
		await person.page
			.locator(`.field-checkbox ${part}`)
			.evaluate((element, at) => Number(element.getBoundingClientRect()[at]), side);
	expect(await edgeOf('label')).toBeCloseTo(await edgeOf('input'), 0);
});

it('ticks the box by its label', async () => {
	await person.opens(person.receives());
	await person.page.getByText('Checkbox (required)').click();
	expect(await person.page.getByLabel('Checkbox').isChecked()).toBe(true);
});
