import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import type { Locator } from '../../nodes/ESignature/core';
import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { lintProperties } from './lint';
import { belongingTo, duplicates, pairsOf, partsOf, textsOf, visibleFor } from './parameters';
import { inRoot, sources } from './repository';

const { description } = new ESignature();
const pairs = pairsOf(description);
const parts = description.properties.flatMap(partsOf);

interface Declared {
	action: string;
	ids?: Locator[];
	properties?: INodeProperties[];
}

/** What the file of the operation declares, and the collection that every operation ends with. */
async function declaredBy(resource: string, operation: string): Promise<string[]> {
	const path = inRoot(`nodes/ESignature/actions/${resource}/${operation}.operation`);
	const exported = Object.values((await import(path)) as Record<string, Partial<Declared>>);
	const declared = exported.find((value) => value?.action !== undefined) as Declared;
	const { ids = [], properties = [] } = declared;
	const isNotice = ({ type }: INodeProperties) => type === 'notice';
	const inputs = [...ids.map(({ property }) => property), ...properties];
	return [...inputs.filter(isNotice), ...inputs.filter((one) => !isNotice(one))]
		.map(({ name }) => name)
		.concat('options');
}

describe('the parameters that the operations add up to', () => {
	it('pass the lint that n8n applies to written ones', async () => {
		expect(await lintProperties(description.properties)).toEqual([]);
	});

	it('offer every operation that has a file, and no other', () => {
		const files = [...sources(['nodes/ESignature/actions'], ['.operation.ts']).keys()]
			.map((path) => path.replace(/^.*actions\/(.*)\.operation\.ts$/, '$1'))
			.sort();

		expect(files.length).toBeGreaterThan(0);
		expect(pairs.map(({ resource, operation }) => `${resource}/${operation}`).sort()).toEqual(
			files,
		);
	});

	it.each(pairs)(
		'show for $resource $operation what its file declares, and nothing else',
		async (pair) => {
			const names = belongingTo(description, pair).map(({ name }) => name);

			expect(names).toEqual(await declaredBy(pair.resource, pair.operation));
		},
	);

	it.each(pairs)('never show two inputs of one name for $resource $operation', (pair) => {
		expect(duplicates(visibleFor(description, pair).map(({ name }) => name))).toEqual([]);
	});

	it('say for every operation what it does', () => {
		const operations = description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options }) => options as INodePropertyOptions[]);

		expect(operations).toHaveLength(pairs.length);
		expect(operations.filter(({ action, description: text }) => !action || !text)).toEqual([]);
	});

	it('speak English', () => {
		expect(parts.flatMap(textsOf).filter((text) => /[^\P{L}a-zA-Z]/u.test(text))).toEqual([]);
	});

	it('start every placeholder with "e.g."', () => {
		const placeholders = parts
			.filter((part) => !('type' in part && isAdder(part)))
			.flatMap((part) => ('placeholder' in part && part.placeholder ? [part.placeholder] : []));

		expect(placeholders.length).toBeGreaterThan(0);
		expect(placeholders.filter((text) => !text.startsWith('e.g. '))).toEqual([]);
	});
});

/** On a collection the placeholder is the text of the button that adds an entry. */
const isAdder = ({ type }: INodeProperties) => type === 'collection' || type === 'fixedCollection';

describe('the check of the parameters', () => {
	const planted: INodeProperties[] = [
		{ displayName: 'some case', name: 'a', type: 'string', default: '' },
		{
			displayName: 'Order',
			name: 'b',
			type: 'options',
			default: 'a',
			options: ['E', 'D', 'C', 'B', 'A'].map((name) => ({ name, value: name.toLowerCase() })),
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 20,
			description: 'Max number of results to return',
		},
		{ displayName: 'Flag', name: 'c', type: 'boolean', default: false, description: "It's on" },
	];

	it('finds faults of case, order, limit and boolean text', async () => {
		const rules = (await lintProperties(planted)).map((line) => line.replace(/:.*/, ''));

		expect(rules).toEqual(
			expect.arrayContaining([
				'n8n-base-v2/node-param-display-name-miscased',
				'n8n-base-v2/node-param-options-type-unsorted-items',
				'n8n-base-v2/node-param-default-wrong-for-limit',
				'n8n-base-v2/node-param-description-boolean-without-whether',
			]),
		);
		expect(rules).not.toContain('parser');
	});

	it('sees an input that is shown for the wrong operation, or twice', () => {
		const show = { resource: ['r'], operation: ['x'] };
		const properties: INodeProperties[] = [
			{ displayName: 'Resource', name: 'resource', type: 'string', default: 'r' },
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				displayOptions: { show: { resource: ['r'] } },
				options: ['x', 'y'].map((value) => ({ name: value, value })),
				default: 'x',
			},
			{ displayName: 'A', name: 'a', type: 'boolean', default: false, displayOptions: { show } },
			{ displayName: 'A', name: 'a', type: 'string', default: '', displayOptions: { show } },
			{
				displayName: 'B',
				name: 'b',
				type: 'string',
				default: '',
				displayOptions: { show: { ...show, a: [true] } },
			},
			{ displayName: 'C', name: 'c', type: 'string', default: '' },
		];
		const faulty = { properties } as INodeTypeDescription;
		const namesFor = (operation: string) =>
			belongingTo(faulty, { resource: 'r', operation }).map(({ name }) => name);

		expect(pairsOf(faulty)).toHaveLength(2);
		expect(namesFor('x')).toEqual(['a', 'a', 'b', 'c']);
		expect(namesFor('y')).toEqual(['c']);
		const visible = visibleFor(faulty, { resource: 'r', operation: 'x' }).map(({ name }) => name);
		expect(duplicates(visible)).toEqual(['a']);
		expect(visible).not.toContain('b');
	});

	it('reads nested texts', () => {
		const nested: INodeProperties = {
			displayName: 'A',
			name: 'a',
			type: 'fixedCollection',
			default: {},
			options: [
				{
					displayName: 'B',
					name: 'b',
					values: [{ displayName: 'Größe', name: 'c', type: 'string', default: '' }],
				},
			],
		};

		expect(partsOf(nested).flatMap(textsOf)).toContain('Größe');
	});
});
