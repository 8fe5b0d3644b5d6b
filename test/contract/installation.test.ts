import { parse } from 'yaml';

import { read } from './repository';

interface Service {
	image: string;
	environment?: Record<string, string>;
	volumes: string[];
}
interface Compose {
	services: Record<'n8n' | 'package' | 'postgres', Service>;
	volumes: Record<string, object>;
}

const { name, version } = JSON.parse(read('package.json')) as Record<string, string>;
const tarball = `${name}-${version}.tgz`;
const readme = read('README.md');
const text = read('examples/compose.yaml');
const { services, volumes } = parse(text) as Compose;
const { n8n, package: installer, postgres } = services;

it('every command of the README names the tarball that npm pack makes', () => {
	const named = readme.match(/n8n-nodes-esignature-[\w.-]*tgz/g) ?? [];
	expect(new Set(named)).toEqual(new Set([tarball]));
});

describe('compose.yaml', () => {
	it('installs that tarball into the volume that n8n loads from, as the README does', () => {
		const [run = ''] = /^docker run .*$/m.exec(readme) ?? [];
		const [folder = ''] = n8n.volumes;
		expect(run).toContain(` -v ${folder} `);
		expect(run.split(' ').at(-1)).toBe(n8n.image);
		expect(run).toContain('N8N_UNVERIFIED_PACKAGES_ENABLED=true');
		expect(n8n.environment).toMatchObject({ N8N_UNVERIFIED_PACKAGES_ENABLED: 'true' });
		// The folder, since Docker and podman make a folder in place of a file that is missing.
		expect(installer).toMatchObject({
			image: n8n.image,
			environment: { TARBALL: tarball },
			volumes: [folder, '..:/package:ro'],
		});
	});

	it('starts n8n with the database that it starts, and the password that the README sets', () => {
		const password = expect.stringMatching(/^\$\{POSTGRES_PASSWORD:\?.+\}$/) as string;
		expect(readme).toContain('POSTGRES_PASSWORD=');
		expect(postgres.environment).toEqual({ POSTGRES_USER: 'n8n', POSTGRES_PASSWORD: password });
		expect(n8n.environment).toMatchObject({
			DB_POSTGRESDB_HOST: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_PASSWORD: password,
		});
	});

	it('keeps what is written in named volumes, and fits on a page', () => {
		const used = [...n8n.volumes, ...postgres.volumes].map((volume) => volume.split(':')[0]);
		expect(Object.keys(volumes)).toEqual(used);
		expect(text.trim().split('\n').length).toBeLessThanOrEqual(30);
	});
});
