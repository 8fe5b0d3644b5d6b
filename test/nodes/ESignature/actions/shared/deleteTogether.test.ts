import type { NodeApiError } from 'n8n-workflow';

import { deleteTogether } from '../../../../../nodes/ESignature/actions/shared/deleteTogether';
import { RunMemory } from '../../../../../nodes/ESignature/core/memory';
import { answered, errorFor } from '../../transport/shownError';

const IDS = Array.from(
	{ length: 12 },
	(_, at) => `aaaaaaaa-0000-4000-8000-0000000000${String(at).padStart(2, '0')}`,
);

type List = { items: Array<{ ID: string }>; missing?: 'unknown' };
const listOf = (...IDs: string[]): List => ({ items: IDs.map((ID) => ({ ID })) });

/** The error of a deletion that the service answers so, if this is what it lists before and afterwards. */
async function failed(
	answer: () => Promise<void>,
	before: List,
	after: () => List,
): Promise<NodeApiError> {
	let looks = 0;
	const deletion = deleteTogether({
		target: () => ({}),
		ID: () => '' as never,
		named: 'fieldID',
		one: answer,
		many: answer,
		list: async () => (looks++ === 0 ? before : after()) as never,
	});
	const once = async (_: string, work: () => Promise<unknown>) => await work();
	const call = { once, memory: new RunMemory(), pause: async () => {} };
	const sent = deletion.send(call as never, {}, IDS as never);
	return await Promise.resolve(sent).then(
		() => {
			throw new Error('Nothing was raised');
		},
		(raised: NodeApiError) => raised,
	);
}

async function refused(before: List, after: () => List): Promise<NodeApiError> {
	const error = errorFor(answered(422, { title: 'No' }));
	return await failed(async () => await Promise.reject(error), before, after);
}

it('a deletion of several things names only those that were not there', async () => {
	const there = listOf(...IDS.filter((_, at) => at !== 3 && at !== 7));
	const { description } = await failed(
		async () => {},
		there,
		() => listOf(),
	);

	expect(description).toContain(`did not find ${IDS[3]}, ${IDS[7]}, but reported`);
});

describe('a refused deletion of several things', () => {
	it('names up to ten of them if nobody can tell what is left', async () => {
		const away = () => {
			throw new Error('away');
		};
		const part = (): List => ({ ...listOf(), missing: 'unknown' });
		for (const after of [away, part]) {
			const { description } = await refused(listOf(...IDS), after);

			expect(description).toContain(`what is left of ${IDS.slice(0, 10).join(', ')}.`);
		}
	});

	it('says which are gone all the same', async () => {
		const { description } = await refused(listOf(...IDS), () => listOf(...IDS.slice(2)));

		expect(description).toContain(`deleted 2 of 12: ${IDS.slice(0, 2).join(', ')}.`);
	});

	it('says nothing more if all are left, or none was there', async () => {
		const all = await refused(listOf(...IDS), () => listOf(...IDS));
		const none = await refused(listOf(), () => listOf());

		expect(all.description ?? '').not.toMatch(/deleted \d|is left/);
		expect(none.description ?? '').not.toMatch(/deleted \d|is left/);
	});
});
