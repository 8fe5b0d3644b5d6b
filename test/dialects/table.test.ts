/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints the table */
import { DIALECTS } from '../../sandbox';
import { operationList } from '../../checks/reading/operationList';
import { Ground, SCENARIOS } from './cells';
import { printed, type Row } from './printed';

let ground: Ground;
const rows: Row[] = [];

beforeAll(async () => {
	ground = await Ground.open();
});
afterAll(async () => {
	await ground.close();
	process.stdout.write(`\nOperation x dialect\n\n${printed(rows)}\n`);
});

it('has a scenario for every operation of the node', () => {
	const known = operationList().map(({ resource, operation }) => `${resource}: ${operation}`);
	expect(SCENARIOS.map(({ operation }) => operation).sort()).toEqual(known.sort());
});

it.each([['no dialect'], ...DIALECTS.map(({ name }) => [name])])(
	'every operation does its work where the service speaks %s',
	async (name) => {
		const failures = await ground.failuresIn(name === 'no dialect' ? [] : [name]);
		rows.push({ name, failures });
		expect(Object.fromEntries(failures)).toEqual({});
	},
	120_000,
);
