/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- prints */
// Every operation in every dialect of the sandbox, and in dialects drawn by seeds; writes nothing.
//
//   npm run dialects
//   npm run dialects -- key-id gzip     these dialects only, one after the other
//   npm run dialects -- --only 'field: create'     operations with this in their name only
//   npm run dialects -- --seeds 200     so many draws, from --from on (1 unless told)
//   npm run dialects -- --together key-id,gzip
//   npm run dialects -- --at-once 8     so many at a time, apart only where something fails: much faster; --seeds come after them
import { parseArgs } from 'node:util';

import { DIALECTS, type DialectChoice } from '../sandbox';
import { Ground } from '../test/dialects/cells';
import { printed, type Row } from '../test/dialects/printed';
import { rowsOf, setsOf } from '../test/dialects/sets';
import { hurryClock } from '../test/model/clock';
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

type Choices = Array<[string, DialectChoice]>;

const drawn = (): Choices =>
	Array.from({ length: Number(values.seeds) }, (_, index) => {
		const seed = Number(values.from) + index;
		return [`seed ${seed}`, { seed }];
	});

function choices(): Choices {
	if (values.together) return [[values.together, values.together.split(',')]];
	if (Number(values.seeds) > 0) return drawn();
	if (positionals.length > 0) return positionals.map((name) => [name, [name]]);
	return [['no dialect', []], ...DIALECTS.map(({ name }): [string, string[]] => [name, [name]])];
}

type FailuresIn = Ground['failuresIn'];

/**
 * Service and node wait in this one process: with a clock that runs ahead, nobody need wait for real.
 * Some cells are about waiting itself, and a hurried clock overtakes them: only what also fails in real
 * time is a failure.
 */
function hurried(ground: Ground): FailuresIn {
	return async (choice, only) => {
		const slowDown = hurryClock();
		const suspects = await ground.failuresIn(choice, only).finally(slowDown);
		if (suspects.size === 0) return suspects;
		return await ground.failuresIn(choice, (operation) => suspects.has(operation));
	};
}

/** One choice after the other. */
async function inTurn(ground: Ground, failuresIn: FailuresIn, all: Choices): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [name, choice] of all) {
		const failures = await failuresIn(choice, (operation) => operation.includes(values.only));
		rows.push({ name, failures });
		if ('seed' in choice && failures.size > 0) {
			process.stdout.write(`${name}: ${ground.sandbox.dialects.names.join(',')}\n`);
		}
	}
	return rows;
}

/** Every dialect, several at the same time. */
async function atOnce(failuresIn: FailuresIn, most: number): Promise<Row[]> {
	const rows: Row[] = [{ name: 'no dialect', failures: await failuresIn([]) }];
	for (const names of setsOf(DIALECTS, most)) rows.push(...(await rowsOf(names, failuresIn)));
	return rows;
}

async function main(): Promise<void> {
	const began = performance.now();
	const ground = await Ground.open(sourceTypes());
	const failuresIn = hurried(ground);
	const most = Number(values['at-once']);
	const rows =
		most > 1
			? [...(await atOnce(failuresIn, most)), ...(await inTurn(ground, failuresIn, drawn()))]
			: await inTurn(ground, failuresIn, choices());
	const seconds = Math.round((performance.now() - began) / 1000);
	await ground.close();
	process.stdout.write(`${printed(rows)}${seconds} s\n`);
	if (rows.some(({ failures }) => failures.size > 0)) process.exitCode = 1;
}

void main();
