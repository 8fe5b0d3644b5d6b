/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { parseArgs } from 'node:util';

import { DIALECTS, type DialectChoice } from '.';

const KNOWN =
	'Three options are known: npm run sandbox -- --port 8089 --dialects key-id,gzip (or --seed 42)';

/** What was asked for, or what is wrong with the request. */
export function wantedBy(args: string[]): { port: number; dialects: DialectChoice } | string {
	try {
		const { values } = parseArgs({
			args,
			options: {
				port: { type: 'string', default: '0' },
				dialects: { type: 'string' },
				seed: { type: 'string' },
			},
		});
		const port = Number(values.port);
		if (!/^\d+$/.test(values.port) || port > 65_535) {
			return `--port cannot be '${values.port}'\nGive a number from 0 to 65535.`;
		}
		const dialects = choiceOf(values.dialects, values.seed);
		return typeof dialects === 'string' ? dialects : { port, dialects };
	} catch (error) {
		// What follows the first sentence is advice for shells, not for npm.
		const [what] = (error as Error).message.split(/\.? *\n|\. /);
		return `${what}\n${KNOWN}`;
	}
}

function choiceOf(names: string | undefined, seed: string | undefined): DialectChoice | string {
	if (names !== undefined && seed !== undefined) {
		return '--dialects and --seed exclude each other\nA seed draws dialects by itself.';
	}
	if (seed !== undefined) {
		if (/^\d{1,9}$/.test(seed)) return { seed: Number(seed) };
		return `--seed cannot be '${seed}'\nGive a whole number.`;
	}
	const list = (names ?? '').split(',').filter((name) => name !== '');
	const unknown = list.find((name) => !DIALECTS.some((dialect) => dialect.name === name));
	if (unknown === undefined) return list;
	const all = DIALECTS.map(({ name }) => name).join(', ');
	return `--dialects cannot have '${unknown}'\nKnown are: ${all}.`;
}
