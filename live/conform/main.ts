// Judges what the scenarios of the operations send and receive by the description that the publisher serves.
//
//   npm run conform -- openapi.json
//   npm run conform -- https://developers.example.com/openapi.json
import { readFileSync } from 'node:fs';

import { sourceTypes } from '../../test/support/sourceTypes';
import { findingsIn, type Description } from './judge';
import { explained } from './reasons';
import { scenarioExchanges } from './scenarioExchanges';

const say = (line: string) => process.stdout.write(`${line}\n`);

const textOf = async (place: string): Promise<string> =>
	/^https?:/.test(place) ? await (await fetch(place)).text() : readFileSync(place, 'utf8');

async function main([place]: string[]): Promise<void> {
	if (place === undefined)
		throw new Error('Name a file or an address: npm run conform -- openapi.json');
	const description = JSON.parse(await textOf(place)) as Description;
	const findings = findingsIn(description, await scenarioExchanges(sourceTypes()));
	const { lines, isGood } = explained(findings);
	lines.forEach(say);
	process.exitCode = isGood ? 0 : 1;
}

main(process.argv.slice(2)).catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
