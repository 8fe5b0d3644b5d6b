import { filled, inputs, overview, purposes } from '../../../checks/docs/pages';
import type { Resource } from '../../../nodes/ESignature/core';

const nothing = async () => ({ json: {} });

const box: Resource = {
	name: 'Lid',
	value: 'box',
	default: 'open',
	operations: {
		open: {
			name: 'Open',
			action: 'Open box',
			description: 'Look into a box',
			properties: [{ displayName: 'Key', name: 'key', type: 'string', default: '' }],
			options: [
				{ displayName: 'Slowly', name: 'slowly', type: 'boolean', default: false },
				{ displayName: 'Gently', name: 'gently', type: 'boolean', default: true },
			],
			run: nothing,
		},
		close: {
			name: 'Close',
			action: 'Close box',
			description: 'Put the lid on | off',
			run: nothing,
		},
	},
};

describe('a generated page', () => {
	const page = 'Before\n\n<!-- a, by npm run docs -->\nold\n<!-- end -->\n\nAfter <!-- end -->\n';
	const made =
		'Before\n\n<!-- a, by npm run docs -->\n\nnew\n\n<!-- end -->\n\nAfter <!-- end -->\n';

	it('keeps everything outside its markers', () => {
		expect(filled('x.md', { a: 'new' }, page)).toBe(made);
	});

	it('stays as it is when it is made again', () => {
		expect(filled('x.md', { a: 'new' }, made)).toBe(made);
	});

	it('must have a place for every part, and the message names it', () => {
		expect(() => filled('x.md', { b: 'new' }, page)).toThrow(
			'x.md has no place for it: <!-- b, by npm run docs --> <!-- end -->',
		);
	});

	it('lists operations by name, the resource once, and counts them', () => {
		expect(purposes([box, { ...box, name: 'Chest' }])).toBe(
			[
				'4 operations on lids and chests.',
				'',
				'| Resource | Operation | What it does |',
				'|---|---|---|',
				'| Lid | Close | Put the lid on \\| off |',
				'| | Open | Look into a box |',
				'| Chest | Close | Put the lid on \\| off |',
				'| | Open | Look into a box |',
			].join('\n'),
		);
	});

	it('lists the names of operations, one row for each resource', () => {
		expect(overview([box])).toBe(
			['| Resource | Operations |', '|---|---|', '| Lid | Close, Open |'].join('\n'),
		);
	});

	it('lists the inputs of each operation, and its options in the order of the form', () => {
		expect(inputs(box)).toBe(
			[
				'| Operation | Inputs | Options |',
				'|---|---|---|',
				'| Close | | |',
				'| Open | Key | Gently (on); Slowly (off) |',
			].join('\n'),
		);
	});
});
