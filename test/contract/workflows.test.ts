import { sources } from './repository';

const workflows = [...sources(['.github/workflows'], ['.yml'])];

describe('the workflows of GitHub', () => {
	it.each(workflows)('%s pins actions to a commit', (_, text) => {
		const used = [...text.matchAll(/^\s*(?:- )?uses: (.+)$/gm)].map(([, name = '']) => name);

		expect(used.length).toBeGreaterThan(0);
		expect(used.filter((name) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(name))).toEqual(
			[],
		);
	});

	it('write nothing to the repository, store no token, and only publishing gets an identity', () => {
		const permissions = workflows.flatMap(([path, text]) =>
			[...text.matchAll(/^\s+([a-z-]+: write)\b/gm)].map(([, right]) => `${path} ${right}`),
		);

		expect(permissions).toEqual(['.github/workflows/release.yml id-token: write']);
		expect(workflows.filter(([, text]) => text.includes('secrets.'))).toEqual([]);
		for (const [, text] of workflows)
			expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)\n/m);
	});
});
