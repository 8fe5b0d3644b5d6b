import { printed, schemaOf } from '../../checks/docs/schemas';
import { prepareGround } from '../support/ground';
import { read } from './repository';
import { outputsOf } from './runs';
import { OPERATIONS, schemaFaults, SCHEMAS, unusedKeys, type Schema } from './schemas';

const ground = prepareGround();

it.each(OPERATIONS)('the output of %s is what its preview shows', async (path) => {
	const text = read(`${SCHEMAS}/${path}.json`);
	const schema = JSON.parse(text) as Schema;
	const outputs = await outputsOf(ground, path);

	expect(outputs.flatMap((output) => schemaFaults(schema, output))).toEqual([]);
	expect(unusedKeys(schema, outputs)).toEqual([]);
	expect(text).toBe(printed(schemaOf(outputs)));
});
