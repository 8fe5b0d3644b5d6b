/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- prints */
// Every operation in every dialect of the sandbox, and in dialects drawn by seeds; writes nothing.
//
//   npm run dialects
//   npm run dialects -- key-id gzip     these dialects only, one after the other
//   npm run dialects -- --only 'field: create'     operations with this in their name only
//   npm run dialects -- --seeds 200     so many draws, from --from on (1 unless told)
//   npm run dialects -- --together key-id,gzip
//   npm run dialects -- --at-once 8     so many at a time, apart only where something fails: much faster
import { parseArgs } from 'node:util';

import { DIALECTS, type DialectChoice } from '../sandbox';
import { Ground } from '../test/dialects/cells';
import { printed, type Row } from '../test/dialects/printed';
import { rowsOf, setsOf } from '../test/dialects/sets';
import { sourceTypes } from './sourceTypes';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		seeds: { type: 'string', default: '0' },
		from: { type: 'string', default: '1' },
		together: { type: 'string' },
		only: { type: 'string', default: '' },
		'at-once': { type: 'string', default: '1' },
	},
});

function choices(): Array<[string, DialectChoice]> {
	const seeds = Number(values.seeds);
	if (values.together) return [[values.together, values.together.split(',')]];
	if (seeds > 0) {
		const from = Number(values.from);
		return Array.from({ length: seeds }, (_, index) => {
			const seed = from + index;
			return [`seed ${seed}`, { seed }];
		});
	}
	if (positionals.length > 0) return positionals.map((name) => [name, [name]]);
	return [['no dialect', []], ...DIALECTS.map(({ name }): [string, string[]] => [name, [name]])];
}

/** One choice after the other. */
async function inTurn(ground: Ground): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [name, choice] of choices()) {
		const failures = await ground.failuresIn(choice, (operation) =>
			operation.includes(values.only),
		);
		rows.push({ name, failures });
		if ('seed' in choice && failures.size > 0) {
			process.stdout.write(`${name}: ${ground.sandbox.dialects.names.join(',')}\n`);
		}
	}
	return rows;
}

/** Every dialect, several at the same time. */
async function atOnce(ground: Ground, most: number): Promise<Row[]> {
	const rows: Row[] = [{ name: 'no dialect', failures: await ground.failuresIn([]) }];
	for (const names of setsOf(DIALECTS, most)) {
		rows.push(...(await rowsOf(names, ground.failuresIn.bind(ground))));
	}
	return rows;
}

async function main(): Promise<void> {
	const ground = await Ground.open(sourceTypes());
	const began = performance.now();
	const most = Number(values['at-once']);
	const rows = most > 1 ? await atOnce(ground, most) : await inTurn(ground);
	const seconds = Math.round((performance.now() - began) / 1000);
	await ground.close();
	process.stdout.write(`${printed(rows)}${seconds} s\n`);
	if (rows.some(({ failures }) => failures.size > 0)) process.exitCode = 1;
}

void main();
