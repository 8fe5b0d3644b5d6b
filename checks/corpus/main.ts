/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a command */
// Compares every file of the corpus with its source and with pdf.js, then reads long documents; exits with 1 if
// something differs, or if a long document takes more than 3 s.
//
//   npm run pdf:corpus
import { readCorpus } from './read';
import { speed } from './speed';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
	let isWrong = false;
	for (const row of await readCorpus()) {
		const { name, texts, words, missed, missedWords, falseHits, displaced, unread } = row;
		const wrong = [
			...[...missed, ...displaced].map((text) => `missed: ${text}`),
			...falseHits.map((text) => `false: ${text}`),
			...(unread.length > 0 ? [] : missedWords.map((text) => `missed word: ${text}`)),
			...row.sizes.flatMap((size) => (size.ours === size.reference ? [] : [`size: ${size.ours}`])),
		];
		print(
			[
				name.padEnd(24),
				`${texts - missed.length} of ${texts} texts`.padStart(17),
				`${words - missedWords.length} of ${words} words`.padStart(19),
				unread.length > 0 ? `  not read in full: page ${unread.join(', ')}` : '',
			].join(''),
		);
		for (const line of wrong) print(`    ${line}`);
		isWrong ||= wrong.length > 0;
	}
	const { lines, isSlow } = await speed();
	for (const line of lines) print(line);
	if (isSlow) print('    too slow: the limit is 3 s');
	process.exitCode = isWrong || isSlow ? 1 : 0;
}

void main();
