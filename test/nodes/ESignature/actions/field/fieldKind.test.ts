import fc from 'fast-check';

import { FIELDS } from '../../../../../nodes/ESignature/actions/field/addFields';
import type { Field, NewField } from '../../../../../nodes/ESignature/api';
import { matchAnswers } from '../../../../../nodes/ESignature/core';

const field = (x: number, more: object = {}) =>
	({
		type: 'custom',
		participantID: 'p',
		page: 1,
		boundingBox: [x, 0, 100, 20],
		...more,
	}) as NewField;
const answer = (ID: string, sent: NewField, more: object = {}) =>
	({ ...sent, ID, ...more }) as Field;
const matched = (sent: NewField[], made: Field[]) =>
	matchAnswers(sent, made, FIELDS.tiers, (one, other) => FIELDS.contradicts(one, other));
const IDs = (sent: NewField[], made: Field[]) => matched(sent, made)?.map(({ ID }) => ID);

describe('the answers to several fields', () => {
	it('belong to the nearest where boxes lie closer than a point', () => {
		const sent = [field(10.4, { label: 'x' }), field(10.9, { label: 'x' })];

		expect(IDs(sent, [answer('b', field(11)), answer('a', field(10))])).toEqual(['a', 'b']);
	});

	it('are not swapped by rounding, in whatever order they come', () => {
		const distance = fc.double({ min: 0.6, max: 3, noNaN: true });
		fc.assert(
			fc.property(
				fc.array(distance, { minLength: 1, maxLength: 8 }),
				fc.infiniteStream(fc.nat()),
				(steps, order) => {
					let x = 0;
					const sent = steps.map((step) => field((x += step)));
					const made = sent.map(({ boundingBox: [at] }, n) =>
						answer(String(n), field(at + 0.25, { label: 'y' })),
					);
					const shuffled = made
						.map((one) => ({ one, at: order.next().value ?? 0 }))
						.sort((a, b) => a.at - b.at)
						.map(({ one }) => one);
					expect(IDs(sent, shuffled)).toEqual(sent.map((_, n) => String(n)));
				},
			),
		);
	});

	it('belong to what is called alike where the place does not decide', () => {
		const sent = [field(10, { label: 'Your name' }), field(10.2, { label: 'Your town' })];
		const made = [
			answer('town', field(10.1, { label: 'your_town', required: true })),
			answer('name', field(10.1, { label: 'your_name', required: true })),
		];

		expect(IDs(sent, made)).toEqual(['name', 'town']);
	});

	it.each<[string, object]>([
		['another type', { type: 'date' }],
		['another participant', { participantID: 'q' }],
		['another page', { page: 2 }],
		['another label', { label: 'Other' }],
		['another place', { boundingBox: [400, 500, 100, 20] }],
	])('with %s are no answers', (_, more) => {
		const sent = [field(10, { label: 'One' }), field(200, { label: 'Two' })];
		const [one, two] = sent.map((each, n) => answer(String(n), each)) as [Field, Field];

		expect(matched(sent, [one, { ...two, ...more } as Field])).toBeUndefined();
		expect(FIELDS.contradicts(sent[1] as NewField, { ...two, ...more } as Field)).toBe(true);
	});

	it('that leave out what they are go by their place', () => {
		const sent = [field(10), field(200)];

		expect(matched(sent, [{ ID: 'a' }, { ID: 'b' }] as Field[])).toEqual([
			{ ID: 'a', matchedBy: 'position' },
			{ ID: 'b', matchedBy: 'position' },
		]);
	});
});

describe('a field that is found again', () => {
	const sent = field(10.4, { label: 'Name', required: true });

	it.each<[string, object]>([
		['rounded', { boundingBox: [10, 0, 100, 20] }],
		['with blanks around its label', { label: ' Name ' }],
	])('is the one that was sent, %s', (_, more) => {
		expect(FIELDS.proves(sent, answer('a', sent, more))).toBe(true);
	});

	it.each<[string, object]>([
		['its label', { label: undefined }],
		['whether it is required', { required: null }],
		['its page', { page: undefined }],
		['the same label', { label: 'Other' }],
		['the same place', { boundingBox: [10.9, 0, 100, 20] }],
		['the same participant', { participantID: 'q' }],
		['the same type', { type: 'date' }],
		['the same page', { page: 2 }],
	])('is not known to be ours unless it shows %s', (_, more) => {
		expect(FIELDS.proves(sent, answer('a', sent, more))).toBe(false);
	});

	it.each<[string, object]>([
		['another participant', { participantID: 'q' }],
		['another type', { type: 'date' }],
		['another page', { page: 2 }],
		['another place', { boundingBox: [13, 0, 100, 20] }],
	])('is never found in one with %s', (_, more) => {
		const other = answer('a', sent, more);

		expect(FIELDS.tiers.filter(({ fits }) => fits(sent, other))).toEqual([]);
		expect(FIELDS.same(sent, other)).toBe(false);
	});

	it('is found however its ID is written, and on the first page unless another is said', () => {
		const wanted = field(10, { participantID: 'Ab', page: undefined });

		expect(FIELDS.proves(wanted, answer('a', field(10, { participantID: 'aB' })))).toBe(true);
		expect(FIELDS.proves(wanted, answer('a', field(10, { participantID: 'ab', page: 2 })))).toBe(
			false,
		);
	});

	it('could be taken for whatever else the loosest way would find', () => {
		const box = fc.double({ min: -1, max: 1, noNaN: true });
		fc.assert(
			fc.property(box, box, (one, other) => {
				// Both are found in a field that stands between them.
				expect(FIELDS.same(field(50 + one), field(50 + other))).toBe(true);
			}),
		);
	});
});
