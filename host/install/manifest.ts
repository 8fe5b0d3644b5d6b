import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { HostError } from '../hostError';

const HOST = join(__dirname, '..');
const read = (name: string) => readFileSync(join(HOST, name), 'utf8');

interface Package {
	dependencies: { n8n: string };
	overrides: Record<string, string>;
}

/** Older versions of n8n download this from the vendor's server; only the npm registry should be needed. */
const ON_THE_REGISTRY = { xlsx: 'npm:@e965/xlsx@0.20.2' };

/** The oldest n8n that the package runs in, and what it needs now that its dependencies have moved on. */
const OLDEST = {
	version: '2.11.2',
	// Later ones need a later @langchain/core than n8n pins.
	overrides: { '@langchain/langgraph-checkpoint': '1.0.0' },
	// A peer of @sentry/opentelemetry; n8n does not start without it.
	dependencies: { '@opentelemetry/core': '2.1.0' },
	// npm does not find peers that agree within an hour.
	npmrc: 'legacy-peer-deps=true\n',
};

/** The n8n that npm installs: the one that the lock is for, unless HOST_N8N_VERSION names another one. */
export function npmVersion(): string {
	const asked = process.env.HOST_N8N_VERSION;
	if (!asked) return (JSON.parse(read('package.json')) as Package).dependencies.n8n;
	if (/^\d+\.\d+\.\d+$/.test(asked)) return asked;
	throw new HostError(
		`HOST_N8N_VERSION cannot be '${asked}'`,
		'Use a full version number, e.g. 2.11.2; npm view n8n versions lists them.',
	);
}

/** The files that npm installs from, by name. The lock is for one n8n alone: any other comes without. */
export function manifest(): Map<string, string> {
	const pinned = read('package.json');
	const wanted = JSON.parse(pinned) as Package;
	let npmrc = read('.npmrc');
	const version = npmVersion();
	if (wanted.dependencies.n8n === version)
		return new Map([
			['package.json', pinned],
			['package-lock.json', read('package-lock.json')],
			['.npmrc', npmrc],
		]);
	wanted.dependencies.n8n = version;
	Object.assign(wanted.overrides, ON_THE_REGISTRY);
	if (version === OLDEST.version) {
		Object.assign(wanted.overrides, OLDEST.overrides);
		Object.assign(wanted.dependencies, OLDEST.dependencies);
		npmrc += OLDEST.npmrc;
	}
	return new Map([
		['package.json', JSON.stringify(wanted, null, '\t')],
		['.npmrc', npmrc],
	]);
}
