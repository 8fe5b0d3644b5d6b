import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Locator } from '../../nodes/ESignature/core';
import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { ESignaturePollingTrigger } from '../../nodes/ESignature/ESignaturePollingTrigger.node';
import { ESignatureTrigger } from '../../nodes/ESignature/ESignatureTrigger.node';
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

describe.each([new ESignature(), new ESignatureTrigger(), new ESignaturePollingTrigger()])(
	'the parameters of $description.displayName',
	({ description: { properties } }) => {
		it('pass the lint that n8n applies to written ones', async () => {
			expect(await lintProperties(properties)).toEqual([]);
		});

		it('speak English', () => {
			const texts = properties.flatMap(partsOf).flatMap(textsOf);
			expect(texts.filter((text) => /[^\P{L}a-zA-Z]/u.test(text))).toEqual([]);
		});
	},
);

describe('the parameters that the operations add up to', () => {
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

	it('never show two inputs of one name', () => {
		const twice = pairs.flatMap((pair) =>
			duplicates(visibleFor(description, pair).map(({ name }) => name)),
		);
		expect(twice).toEqual([]);
	});

	it('say for every operation what it does', () => {
		const operations = description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options }) => options as INodePropertyOptions[]);

		expect(operations).toHaveLength(pairs.length);
		expect(operations.filter(({ action, description: text }) => !action || !text)).toEqual([]);
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
