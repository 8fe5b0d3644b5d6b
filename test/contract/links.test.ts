import { exists, read } from './repository';

const PAGES = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'CHANGELOG.md',
	'docs/archiving.md',
	'docs/ledger.md',
	'docs/operations.md',
	'docs/placing-fields.md',
	'docs/polling.md',
	'docs/reliability.md',
	'docs/running.md',
	'docs/trigger.md',
	'docs/troubleshooting.md',
	'docs/trying.md',
	'examples/README.md',
];

/** As GitHub makes them. */
const anchorsOf = (page: string): string[] =>
	[...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
		title
			.toLowerCase()
			.replace(/[^\w -]/g, '')
			.replace(/ /g, '-'),
	);

const linksOf = (page: string): string[] =>
	[...page.matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, target = '']) => target)
		.filter((target) => !target.startsWith('https://'));

function isBroken(from: string, target: string): boolean {
	const [path = '', anchor] = target.split('#');
	const folder = from.includes('/') ? from.replace(/[^/]+$/, '') : '';
	const file = path === '' ? from : `${folder}${path}`.replace(/[^/]+\/\.\.\//g, '');
	if (!exists(file)) return true;
	return anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
}

describe('the links of the documentation', () => {
	it.each(PAGES)('lead somewhere from %s', (page) => {
		expect(linksOf(read(page)).filter((target) => isBroken(page, target))).toEqual([]);
	});

	it('would be found broken', () => {
		expect(isBroken('docs/trigger.md', '../README.md#trigger')).toBe(false);
		expect(isBroken('docs/trigger.md', '../README.md#nowhere')).toBe(true);
		expect(isBroken('README.md', 'docs/nothing.md')).toBe(true);
	});
});

it('README.md is short enough to be read by whoever installs the package', () => {
	// The table of operations is not read, but looked into.
	const written = read('README.md').replace(
		/<!-- [\w ]+, by npm run docs -->.*?<!-- end -->/gs,
		'',
	);
	expect(written.length).toBeLessThanOrEqual(7_500);
	expect(written).not.toContain('npm run docs -->');
});
