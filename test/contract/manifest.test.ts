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

	// All other kinds of dependencies would show when it is installed: see package.test.ts.
	it('has no optional dependency', () => {
		expect(manifest).not.toHaveProperty('optionalDependencies');
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
