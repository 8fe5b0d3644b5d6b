// Refuses a release as long as a fact that only the owner can give is a placeholder: .github/RELEASING.md lists them.
//
//   npm run facts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Read = (path: string) => string;

interface Manifest {
	repository?: { url?: string };
	author?: { name?: string; email?: string };
	homepage?: string;
	bugs?: { url?: string };
}

export const CODEX = ['ESignature', 'ESignatureTrigger', 'ESignaturePollingTrigger'].map(
	(name) => `nodes/ESignature/${name}.node.json`,
);

const manifest = (read: Read) => JSON.parse(read('package.json')) as Manifest;
const isPlaceholder = (text = '') => text === '' || /contributors|\.invalid$/.test(text);

/** Each fact, and whether it is given. */
export const FACTS: Record<string, (read: Read) => boolean> = {
	Repository: (read) =>
		/^git\+https:\/\/github\.com\/[^/]+\/[^/]+\.git$/.test(manifest(read).repository?.url ?? ''),
	Author: (read) => {
		const { name, email } = manifest(read).author ?? {};
		return !isPlaceholder(name) && !isPlaceholder(email);
	},
	'Home page': (read) => !/^$|gonitro\.com/.test(manifest(read).homepage ?? ''),
	Bugs: (read) => !isPlaceholder(manifest(read).bugs?.url),
	'Holder of the license': (read) => !/^Copyright .*contributors$/m.test(read('LICENSE')),
	'Contact for security': (read) => !read('SECURITY.md').includes('Once this repository is'),
	Documentation: (read) =>
		read('credentials/ESignatureApi.credentials.ts').includes(
			"documentationUrl = 'https://github.com/",
		) && CODEX.every((path) => read(path).includes('"primaryDocumentation"')),
	'Installation from npm': (read) => !/Not on npm yet|Once it is published/.test(read('README.md')),
};

export const missingFacts = (read: Read): string[] =>
	Object.keys(FACTS).filter((fact) => !FACTS[fact]?.(read));

function main(): void {
	const missing = missingFacts((path) => readFileSync(join(__dirname, '..', path), 'utf8'));
	if (missing.length === 0) return;
	console.error(
		`Nothing can be released yet. Only the owner can give these facts: ${missing.join(', ')}.\n` +
			'.github/RELEASING.md says where each of them belongs.',
	);
	process.exitCode = 1;
}

if (require.main === module) main();
