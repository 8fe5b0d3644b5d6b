import { CODEX, FACTS, missingFacts } from './facts';
import { read } from '../test/contract/repository';

const everyCodex = (text: string): Record<string, string> =>
	Object.fromEntries(CODEX.map((path) => [path, text]));

const GIVEN: Record<string, string> = {
	'package.json': JSON.stringify({
		repository: { type: 'git', url: 'git+https://github.com/ada/n8n-nodes-esignature.git' },
		author: { name: 'Ada Lovelace', email: 'ada@example.com' },
		homepage: 'https://github.com/ada/n8n-nodes-esignature#readme',
		bugs: { url: 'https://github.com/ada/n8n-nodes-esignature/issues' },
	}),
	LICENSE: 'MIT License\n\nCopyright (c) 2026 Ada Lovelace\n',
	'SECURITY.md': 'Write to security@example.com.',
	'credentials/ESignatureApi.credentials.ts':
		"documentationUrl = 'https://github.com/ada/e#readme';",
	...everyCodex('{ "primaryDocumentation": [] }'),
	'README.md': 'Choose *Settings > Community nodes*.',
};
const PLACEHOLDERS: Record<string, string> = {
	'package.json': JSON.stringify({
		author: { name: 'the contributors', email: 'contributors@example.invalid' },
		homepage: 'https://developers.gonitro.com',
	}),
	LICENSE: 'MIT License\n\nCopyright (c) 2026 the contributors\n',
	'SECURITY.md': 'Once this repository is published on GitHub, report it there.',
	'credentials/ESignatureApi.credentials.ts':
		"documentationUrl = 'https://developers.gonitro.com';",
	...everyCodex('{}'),
	'README.md': '**Not on npm yet.** Build the package.',
};

it('a release needs every fact that only the owner can give', () => {
	expect(missingFacts((path) => GIVEN[path] as string)).toEqual([]);
	expect(missingFacts((path) => PLACEHOLDERS[path] as string)).toEqual(Object.keys(FACTS));
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
	expect(scripts.release).toMatch(/^npm run facts && /);
	expect(read('.github/workflows/release.yml')).toContain('- run: npm run facts\n');
});

it('RELEASING.md lists these facts', () => {
	const [, table = ''] = read('.github/RELEASING.md').split(
		'| Fact | Where it belongs |\n|---|---|\n',
	);
	const rows = table.split('\n\n')[0]?.split('\n') ?? [];
	expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(Object.keys(FACTS));
});
