/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a command */
// Every text of the corpus, here and in pdf.js, as a table, then the times for long documents and for loading; exits
// with 1 if the texts differ, or if a long document takes more than 3 s.
//
//   npm run pdf:corpus
import { readCorpus } from './read';
import { speed } from './speed';

const print = (text: string) => process.stdout.write(`${text}\n`);

const NEAR = 1;

async function main(): Promise<void> {
	const rows = await readCorpus();
	let wrong = 0;
	for (const { name, pages, texts, words, falseHits, unreadable } of rows) {
		const found = texts.reduce((sum, text) => sum + text.found, 0);
		const wanted = texts.reduce((sum, text) => sum + text.wanted, 0);
		const apart = Math.max(...[...texts, ...words].map((text) => text.apart));
		const differ = words.filter((word) => word.found !== word.expected);
		print(
			[
				name.padEnd(24),
				`${pages} pages`.padStart(9),
				`${found} of ${wanted} texts`.padStart(17),
				`${words.length - differ.length} of ${words.length} words`.padStart(17),
				`${apart.toFixed(3)} pt apart`.padStart(15),
				`${falseHits.length} false`.padStart(9),
				unreadable.length > 0 ? `  unreadable: ${unreadable.join(', ')}` : '',
			].join(''),
		);
		const odd = texts.filter((text) => text.found !== text.wanted || !(text.apart < NEAR));
		wrong += odd.length + falseHits.length + (unreadable.length > 0 ? 0 : differ.length);
		for (const text of odd) print(`    ${JSON.stringify(text)}`);
		for (const text of falseHits) print(`    false: ${text}`);
		for (const word of unreadable.length > 0 ? [] : differ) print(`    ${JSON.stringify(word)}`);
	}
	const { lines, isSlow } = await speed();
	for (const line of lines) print(line);
	if (isSlow) print('    too slow: the limit is 3 s');
	process.exitCode = wrong > 0 || isSlow ? 1 : 0;
}

void main();
