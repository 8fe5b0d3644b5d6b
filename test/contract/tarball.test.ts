import { packedPaths } from './package';
import { exists } from './repository';

const SHIPPED = /^(dist\/(nodes|credentials|icons)\/.+|README\.md|LICENSE|package\.json)$/;

const stowaways = (paths: string[]) => paths.filter((path) => !SHIPPED.test(path));

describe('the published package', () => {
	let paths: string[];

	beforeAll(() => {
		paths = packedPaths();
	});

	it('holds the built nodes, credentials and icons, README and LICENSE, and nothing else', () => {
		expect(paths.length).toBeGreaterThan(10);
		expect(stowaways(paths)).toEqual([]);
		expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']));
	});

	it('holds nodes, codices and credential where n8n looks for them', () => {
		expect(paths).toEqual(
			expect.arrayContaining([
				'dist/nodes/ESignature/ESignature.node.js',
				'dist/nodes/ESignature/ESignature.node.json',
				'dist/nodes/ESignature/ESignatureTrigger.node.js',
				'dist/nodes/ESignature/ESignatureTrigger.node.json',
				'dist/nodes/ESignature/polling/ESignaturePollingTrigger.node.js',
				'dist/nodes/ESignature/polling/ESignaturePollingTrigger.node.json',
				'dist/credentials/ESignatureApi.credentials.js',
			]),
		);
	});

	it('holds the icon for light and for dark backgrounds', () => {
		const icons = paths.filter((path) => path.startsWith('dist/icons/'));

		expect(icons).toHaveLength(2);
		expect(icons.filter((path) => /dark\.svg$/.test(path))).toHaveLength(1);
		expect(icons.every((path) => exists(path.slice('dist/'.length)))).toBe(true);
	});

	it('would be refused with a stowaway', () => {
		expect(stowaways(['dist/test/a.js', 'dist/sandbox/b.png', '.env', 'src/a.ts'])).toHaveLength(4);
	});
});
