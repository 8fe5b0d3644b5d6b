import { read } from './repository';

interface Lock {
	packages: Record<string, { resolved?: string; link?: boolean }>;
}

const addresses = ({ packages }: Lock) =>
	Object.entries(packages)
		.filter(([, entry]) => entry.resolved !== undefined && !entry.link)
		.map(([path]) => path);

describe('the package manifest', () => {
	const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;

	it('brings nothing along at run time and asks for n8n-workflow only', () => {
		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest).not.toHaveProperty('optionalDependencies');
		expect(manifest).not.toHaveProperty('bundledDependencies');
		expect(manifest).not.toHaveProperty('overrides');
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('pins every development tool', () => {
		const versions = Object.values(manifest.devDependencies as Record<string, string>);

		expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
	});

	it('locks versions, not the addresses they were downloaded from', () => {
		const lock = JSON.parse(read('package-lock.json')) as Lock;

		expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
		expect(addresses(lock)).toEqual([]);
	});
});
