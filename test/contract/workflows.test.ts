import { read, sources } from './repository';

const workflows = [...sources(['.github/workflows'], ['.yml'])];

/** Actions that somebody else could exchange: a tag or branch instead of a commit, or no word on its version. */
const movable = (text: string): string[] =>
	[...text.matchAll(/^\s*(?:- )?uses: (.+)$/gm)]
		.map(([, used = '']) => used)
		.filter((used) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used));

/** The texts of the two jobs of a release. */
const jobsOf = (text: string): string[] =>
	text
		.split(/^jobs:$/m)
		.slice(1)
		.flatMap((jobs) => jobs.split(/^ {2}(?:check|publish):$/m).slice(1));

const usedBy = (job: string): string[] =>
	[...job.matchAll(/^\s*(?:- )?uses: ([^@]+)@/gm)].map(([, name = '']) => name);

/** Every line that a job's steps run, in one line or in several. */
const runBy = (job: string): string[] =>
	[...job.matchAll(/^( *)(?:- )?run: (.+)\n((?:\1 {3,}.*\n)*)/gm)].flatMap(
		([, , first = '', more = '']) => (first === '|' ? more.trim().split(/\n\s*/) : [first]),
	);

describe('the workflows of GitHub', () => {
	it('are there: for each change, for an older n8n, for a release', () => {
		expect(workflows.map(([path]) => path)).toEqual([
			'.github/workflows/ci.yml',
			'.github/workflows/compatibility.yml',
			'.github/workflows/nightly.yml',
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
			'workflows/ci.yml/runs?head_sha=$GITHUB_SHA&branch=main&event=push&status=success',
		);
		expect(publish).toContain('needs: check');
	});

	it('give the identity for publishing to a job that runs no code but npm and actions by commit', () => {
		const [check = '', publish = ''] = jobsOf(read('.github/workflows/release.yml'));

		expect(check).toContain('- run: npm test');
		expect(check).not.toContain('id-token');
		expect(publish).toContain('id-token: write');
		expect(usedBy(publish)).toEqual(['actions/setup-node', 'actions/download-artifact']);
		expect(runBy(publish)).toEqual([
			'echo "$SHA256  $TARBALL" | sha256sum --check --strict',
			'npm publish "./$TARBALL" --provenance --access public --ignore-scripts',
		]);
	});

	it('publish the tarball that was packed before the tests and given to them, and no other', () => {
		const [check = '', publish = ''] = jobsOf(read('.github/workflows/release.yml'));
		const places = [
			'run: npm ci',
			'npm run build\n',
			'npm pack --ignore-scripts',
			'sha256sum "$tarball"',
			'run: npm test\n        env:\n          TARBALL: ${{ steps.pack.outputs.tarball }}\n',
			'diff -r "$path" "unpacked/package/$path"',
		];
		const found = [...places, 'actions/upload-artifact@'].map((text) => check.indexOf(text));

		expect(found).not.toContain(-1);
		expect(found).toEqual([...found].sort((a, b) => a - b));
		for (const name of ['tarball', 'sha256']) {
			expect(check).toContain(`${name}: \${{ steps.pack.outputs.${name} }}`);
			expect(publish).toContain(`${name.toUpperCase()}: \${{ needs.check.outputs.${name} }}`);
		}
	});

	it('name the environment and the tags for which CONTRIBUTING.md asks the maintainers for rules', () => {
		const release = read('.github/workflows/release.yml');
		const environment = release.match(/^ {4}environment: (.+)$/m)?.[1];
		const tags = release.match(/^ {4}tags: \['(.+)'\]$/m)?.[1];
		const asked = read('CONTRIBUTING.md').split('### Protecting it')[1] ?? '';

		expect({ environment, tags }).toEqual({ environment: 'npm', tags: 'v*' });
		expect(asked).toContain(`*Settings > Environments > ${environment}*: **required reviewers**`);
		expect(asked).toContain(`**tag \`${tags}\`**`);
		expect(asked).toContain(`a **tag ruleset** for \`${tags}\``);
	});

	it('would not pass with a job that installs before it publishes', () => {
		expect(
			runBy('    steps:\n      - run: npm ci\n      - run: |\n          a\n          b\n'),
		).toEqual(['npm ci', 'a', 'b']);
	});

	it('store no token', () => {
		expect(workflows.filter(([, text]) => text.includes('secrets.'))).toEqual([]);
	});
});

describe('updates of dependencies', () => {
	it('are proposed for the actions and for npm, some days after their release', () => {
		const text = read('.github/dependabot.yml');
		const kinds = [...text.matchAll(/^ {2}- package-ecosystem: (.+)$/gm)].map(([, kind]) => kind);

		expect(kinds).toEqual(['github-actions', 'npm']);
		expect(text.match(/interval: weekly/g)).toHaveLength(2);
		expect(text.match(/default-days: \d+/g)).toHaveLength(2);
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
