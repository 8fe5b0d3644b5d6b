import type { INodeProperties } from 'n8n-workflow';

import { inputsText } from '../../../checks/docs/inputs';

const input = (more: Partial<INodeProperties>): INodeProperties => ({
	displayName: 'Key',
	name: 'key',
	type: 'string',
	default: '',
	...more,
});

const choices = ['Red', 'Green', 'Blue'].map((name) => ({ name, value: name.toLowerCase() }));

describe('an input in the documentation', () => {
	it.each<[string, Partial<INodeProperties>, string]>([
		['has its name', {}, 'Key'],
		['is bold if it is required', { required: true }, '**Key**'],
		['has a text as its default', { default: 'data' }, 'Key (`data`)'],
		['has a number as its default, be it 0', { type: 'number', default: 0 }, 'Key (0)'],
		['is on or off', { type: 'boolean', default: false }, 'Key (off)'],
		[
			'has its unit beside the number',
			{ displayName: 'Wait (Seconds)', type: 'number', default: 5 },
			'Wait (5 seconds)',
		],
		[
			'has a unit of capital letters as it is',
			{ displayName: 'Size (MB)', type: 'number', default: 5 },
			'Size (5 MB)',
		],
		['keeps brackets that hold no unit', { displayName: 'Rows (JSON)' }, 'Rows (JSON)'],
		[
			'has its choices, and the name of the one that is chosen',
			{ type: 'options', options: choices, default: 'green' },
			'Key: Red, Green or Blue (Green)',
		],
		[
			'has several choices chosen',
			{ type: 'multiOptions', options: choices, default: ['red', 'blue'] },
			'Key: any of Red, Green and Blue (Red and Blue)',
		],
		[
			'has none of several choices chosen',
			{ type: 'multiOptions', options: choices, default: [] },
			'Key: any of Red, Green and Blue',
		],
		[
			'leaves a long list of choices to the form',
			{ type: 'options', options: [...choices, ...choices, ...choices], default: 'red' },
			'Key (Red)',
		],
		[
			'has the inputs of a collection',
			{ type: 'collection', options: [input({}), input({ displayName: 'Lock' })], default: {} },
			'Key: Key, Lock',
		],
		[
			'has the inputs of a row',
			{
				type: 'fixedCollection',
				options: [{ displayName: 'Row', name: 'row', values: [input({})] }],
				default: {},
			},
			'Key: Key',
		],
		['starts without JSON', { type: 'json', default: '[]' }, 'Key'],
	])('%s', (_what, more, text) => {
		expect(inputsText([input(more)])).toBe(text);
	});

	it('says when the form shows it, in the words of the form', () => {
		const color = input({
			...{ displayName: 'Color', name: 'color' },
			...{ type: 'options', options: choices, default: 'red' },
		});
		const shown = { show: { color: ['red', 'blue'] } };

		expect(inputsText([color, input({ default: 'a', displayOptions: shown })])).toBe(
			'Color: Red, Green or Blue (Red); Key (`a`, if Color is Red or Blue)',
		);
		expect(
			inputsText([
				color,
				input({
					...{ type: 'collection', default: {}, options: [input({})] },
					displayOptions: shown,
				}),
			]),
		).toContain('; Key (if Color is Red or Blue): Key');
	});

	it('is left out if it is only a notice', () => {
		expect(inputsText([input({ type: 'notice' }), input({ displayName: 'Lock' })])).toBe('Lock');
	});

	it('has no words for a condition that nobody has used yet', () => {
		expect(() => inputsText([input({ displayOptions: { hide: { key: [''] } } })])).toThrow(
			'Only conditions with "show" have words yet',
		);
		expect(() => inputsText([input({ displayOptions: { show: { lock: [''] } } })])).toThrow(
			"No input is called 'lock'",
		);
	});
});
