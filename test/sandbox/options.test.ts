import { DIALECTS } from '../../sandbox';
import { wantedBy } from '../../sandbox/options';

const KNOWN =
	'Three options are known: npm run sandbox -- --port 8089 --dialects key-id,gzip (or --seed 42)';
const PORTS = 'Give a number from 0 to 65535.';

it.each([
	[['--prot', '1'], `Unknown option '--prot'\n${KNOWN}`],
	[['--port', '65536'], `--port cannot be '65536'\n${PORTS}`],
	[['--seed', 'x'], "--seed cannot be 'x'\nGive a whole number."],
	[
		['--dialects', 'gzip', '--seed', '1'],
		'--dialects and --seed exclude each other\nA seed draws dialects by itself.',
	],
	[
		['--dialects', 'gzip,klingon'],
		`--dialects cannot have 'klingon'\nKnown are: ${DIALECTS.map(({ name }) => name).join(', ')}.`,
	],
])('says of %j in two lines what is wrong and what is right', (parameters, lines) => {
	expect(wantedBy(parameters)).toBe(lines);
});

it.each([
	[[], { port: 0, dialects: [] }],
	[['--port', '8089', '--dialects', 'key-id,gzip'], { port: 8089, dialects: ['key-id', 'gzip'] }],
	[['--seed', '42'], { port: 0, dialects: { seed: 42 } }],
])('takes %j', (parameters, wanted) => {
	expect(wantedBy(parameters)).toEqual(wanted);
});
