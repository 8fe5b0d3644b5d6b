import type { Verdict } from './judge';

const LONGEST = 70;

/** The top folder of the node, or the credentials. */
const folderOf = (file: string): string =>
	file.replace(/^nodes\/ESignature\//, '').replace(/\/?[^/]*$|\/.*$/, '') || 'node files';

const percent = (killed: number, all: number): number =>
	all === 0 ? 100 : Math.floor((1000 * killed) / all) / 10;

export const scoreOf = (verdicts: Verdict[]): number =>
	percent(verdicts.filter(({ killed }) => killed).length, verdicts.length);

function row(name: string, verdicts: Verdict[]): string {
	const killed = verdicts.filter(({ killed: one }) => one).length;
	const figures = [verdicts.length, killed, verdicts.length - killed];
	return [
		name.padEnd(12),
		...figures.map((figure) => String(figure).padStart(9)),
		`${scoreOf(verdicts).toFixed(1)} %`.padStart(9),
	].join('');
}

export function table(verdicts: Verdict[]): string[] {
	const folders = [...new Set(verdicts.map(({ mutant }) => folderOf(mutant.file)))].sort();
	const titles = ['mutants', 'killed', 'survived', 'score'];
	return [
		['folder'.padEnd(12), ...titles.map((title) => title.padStart(9))].join(''),
		...folders.map((folder) =>
			row(
				folder,
				verdicts.filter(({ mutant }) => folderOf(mutant.file) === folder),
			),
		),
		row('all', verdicts),
	];
}

const oneLine = (code: string): string => code.replace(/\s+/g, ' ');

/** In one line; what is long is cut, and begins shortly before the place where it differs from the other. */
function short(code: string, other: string): string {
	const [line, against] = [oneLine(code), oneLine(other)];
	let same = 0;
	while (same < line.length && line[same] === against[same]) same++;
	const from = same > LONGEST / 2 ? same - 20 : 0;
	const end = from + LONGEST;
	return `${from > 0 ? '...' : ''}${line.slice(from, end)}${line.length > end ? '...' : ''}`;
}

export function lineOf({ mutant, ran, reaching }: Verdict): string {
	const { file, start, mutator, original, replacement } = mutant;
	const tried = reaching === 0 ? 'no test reaches it' : `${ran} of ${reaching} test files`;
	const change = `${short(original, replacement)} -> ${short(replacement, original)}`;
	return `${file}:${start.line}:${start.column} ${mutator}: ${change} (${tried})`;
}

export const survivors = (verdicts: Verdict[]): string[] =>
	verdicts
		.filter(({ killed }) => !killed)
		.sort((a, b) => (lineOf(a) < lineOf(b) ? -1 : 1))
		.map(lineOf);
