import { downloadEvidence } from '../../nodes/ESignature/actions/envelope';
import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { ESignaturePollingTrigger } from '../../nodes/ESignature/ESignaturePollingTrigger.node';
import { ESignatureTrigger } from '../../nodes/ESignature/ESignatureTrigger.node';
import { lintProperties, MAX_HINT_LENGTH, visibleHints } from './lint';
import { duplicates, pairsOf, visibleFor } from './parameters';
import { sources } from './repository';

const { description } = new ESignature();
const pairs = pairsOf(description);

it.each([new ESignature(), new ESignatureTrigger(), new ESignaturePollingTrigger()])(
	'the parameters of $description.displayName pass the lint that n8n applies to written ones',
	async ({ description: { properties } }) => {
		expect(await lintProperties(properties)).toEqual([]);
	},
);

it('no hint or notice is longer than n8n allows', () => {
	const nodes = [new ESignature(), new ESignatureTrigger(), new ESignaturePollingTrigger()];
	const hints = nodes.flatMap((node) => visibleHints(node.description));
	const envelopes = Array.from({ length: 1000 }, (_, ID) => ({
		envelope: { ID: String(ID) },
		notIncluded: [],
		warning: 'odd',
	}));
	hints.push(String(downloadEvidence.hint?.(envelopes)));

	expect(hints.length).toBeGreaterThan(10);
	expect(hints.filter(({ length }) => length > MAX_HINT_LENGTH)).toEqual([]);
});

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

	it('never show two inputs of one name', () => {
		const twice = pairs.flatMap((pair) =>
			duplicates(visibleFor(description, pair).map(({ name }) => name)),
		);
		expect(twice).toEqual([]);
	});
});
