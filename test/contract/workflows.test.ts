import { read, sources } from './repository';

const workflows = [...sources(['.github/workflows'], ['.yml'])];

/** Actions that somebody else could exchange: a tag or branch instead of a commit, or no word on its version. */
const movable = (text: string): string[] =>
	[...text.matchAll(/^\s*(?:- )?uses: (.+)$/gm)]
		.map(([, used = '']) => used)
		.filter((used) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used));

describe('the workflows of GitHub', () => {
	it('are there: for each change, for an older n8n, for a release', () => {
		expect(workflows.map(([path]) => path)).toEqual([
			'.github/workflows/ci.yml',
			'.github/workflows/compatibility.yml',
			'.github/workflows/release.yml',
		]);
	});

	it.each(workflows)('%s uses actions by their commit', (_, text) => {
		expect(text).toContain('uses: actions/checkout@');
		expect(movable(text)).toEqual([]);
	});

	it('would be refused with a tag', () => {
		expect(movable('      - uses: actions/checkout@v6\n')).toEqual(['actions/checkout@v6']);
	});

	it('write nothing to the repository, and only publishing gets an identity', () => {
		const permissions = workflows.flatMap(([path, text]) =>
			[...text.matchAll(/^\s+([a-z-]+: write)\b/gm)].map(([, right]) => `${path} ${right}`),
		);

		expect(permissions).toEqual(['.github/workflows/release.yml id-token: write']);
		for (const [, text] of workflows)
			expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)\n/m);
	});

	it('publish only what is on main and has passed CI', () => {
		const [check = '', publish = ''] = read('.github/workflows/release.yml').split(
			/^ {2}publish:/m,
		);
		expect(check).toContain('git merge-base --is-ancestor "$GITHUB_SHA" origin/main');
		expect(check).toContain(
			'workflows/ci.yml/runs?head_sha=$GITHUB_SHA&branch=main&status=success',
		);
		expect(publish).toContain('needs: check');
	});

	it('store no token', () => {
		expect(workflows.filter(([, text]) => text.includes('secrets.'))).toEqual([]);
	});
});

describe('the version', () => {
	it('is the newest of the changelog', () => {
		const { version } = JSON.parse(read('package.json')) as { version: string };
		const lock = JSON.parse(read('package-lock.json')) as { version: string };

		expect(lock.version).toBe(version);
		expect(read('CHANGELOG.md').match(/^## (\S+) - \d{4}-\d\d-\d\d$/m)?.[1]).toBe(version);
	});
});
