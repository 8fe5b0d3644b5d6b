import { wantedBy } from '../../sandbox/options';

const KNOWN =
	'Two options are known: npm run sandbox -- --port 8089 --dialects key-id,problem-text';

it.each([
	[['--prot', '1'], `Unknown option '--prot'\n${KNOWN}`],
	[['--port', '65536'], `--port cannot be '65536'\nGive a number from 0 to 65535.`],
])('says of %j in two lines what is wrong and what is right', (parameters, lines) => {
	expect(wantedBy(parameters)).toBe(lines);
});

it.each([
	[[], { port: 0, dialects: [] }],
	[
		['--port', '8089', '--dialects', 'key-id,problem-text'],
		{ port: 8089, dialects: ['key-id', 'problem-text'] },
	],
])('takes %j', (parameters, wanted) => {
	expect(wantedBy(parameters)).toEqual(wanted);
});
