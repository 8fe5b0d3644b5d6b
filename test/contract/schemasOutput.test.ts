import { printed, schemaOf } from '../../checks/docs/schemas';
import { operationList } from '../../checks/operationList';
import { prepareHarness } from '../support/harness';
import { read } from './repository';
import { outputsOf } from './runs';
import { OPERATIONS, schemaFaults, SCHEMAS, unusedKeys, type Schema } from './schemas';

const harness = prepareHarness();
const listed = new Map(
	operationList().map(({ resource, operation, routes }) => [`${resource}/${operation}`, routes]),
);

it.each(OPERATIONS)(
	'%s puts out what its preview shows, by the endpoints of its list',
	async (path) => {
		const text = read(`${SCHEMAS}/${path}.json`);
		const schema = JSON.parse(text) as Schema;
		const outputs = await outputsOf(harness, path);

		expect(outputs.flatMap((output) => schemaFaults(schema, output))).toEqual([]);
		expect(unusedKeys(schema, outputs)).toEqual([]);
		expect(text).toBe(printed(schemaOf(outputs)));

		const [main, ...others] = listed.get(path) ?? [];
		const used = harness.sandbox.log.requests.map(({ route }) => route);
		expect(used).toContain(main);
		expect([main, ...others, 'POST /oauth/token']).toEqual(expect.arrayContaining(used));
	},
);
