// `npm run mutation:sample`: which changes in drawn parts of the shipped code no test notices.
//
// Each folder is judged by the tests that mirror it, which takes seconds for a change. What these do not notice is judged by
// all: that takes up to a minute, since Stryker loads each test that reaches the file.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = [
	'errors',
	'transport',
	'core',
	'waiting',
	'trigger',
	'polling',
	'lib/http-signature',
	'lib/pdf',
	'lib/pdf-text',
	'lib/pdf-preview',
	'values',
];
const UNNOTICED = ['Survived', 'NoCoverage'];
const REPORT = 'artifacts/stryker/sample.json';

/** The changes of these parts of the code, and what became of them: judged by the tests of a folder, or by all. */
function judge(parts, folder) {
	const options = ['--mutate', parts.join(','), '--reporters', 'json'];
	execFileSync('npm', ['run', '--silent', 'mutation', '--', ...options], {
		env: { ...process.env, ...(folder && { MUTATION_FOLDER: folder }) },
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const { files } = JSON.parse(readFileSync(REPORT, 'utf8'));
	rmSync(REPORT);
	return Object.entries(files).flatMap(([file, { mutants }]) =>
		mutants
			.filter(({ status }) => [...UNNOTICED, 'Killed', 'Timeout'].includes(status))
			.map(({ status, replacement, location: { start, end } }) => ({
				status,
				// A report counts columns from 1, the range of `--mutate` from 0.
				part: `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
				replacement,
			})),
	);
}

const keyOf = ({ part, replacement }) => `${part} ${replacement}`;
const isUnnoticed = ({ status }) => UNNOTICED.includes(status);

const draw = ['scripts/mutation/draw.mjs', ...FOLDERS, ...process.argv.slice(2)];
const parts = execFileSync('node', draw, { encoding: 'utf8' }).split(',');
const all = FOLDERS.flatMap((folder) => {
	const own = parts.filter((part) => part.startsWith(`${join('nodes/ESignature', folder)}/`));
	const changes = judge(own, folder);
	console.log(
		`${folder}: ${changes.filter(isUnnoticed).length} of ${changes.length} unnoticed by its own tests`,
	);
	return changes;
});
const left = all.filter(isUnnoticed);
const keys = new Set(left.map(keyOf));
const judgedByAll = left.length > 0 ? judge([...new Set(left.map(({ part }) => part))]) : [];
const survivors = judgedByAll.filter((change) => keys.has(keyOf(change)) && isUnnoticed(change));
for (const change of survivors) console.log(`unnoticed: ${keyOf(change)}`);
console.log(
	`${all.length - survivors.length} of ${all.length} changes noticed: ${((1 - survivors.length / all.length) * 100).toFixed(1)} %`,
);
