import { readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import type { N8n } from '../install/install';
import { isN8nFrom } from '../install/version';
import { modulesIn } from './container';

/** Parts of n8n that are not needed here. */
const MODULES = ['instance-ai', 'agents', 'mcp-registry', 'chat-hub'];

/** n8n's services on the internet. */
const QUIET = {
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

const PRELOADED = ['guard.cjs', 'clock.cjs'];

export interface Place {
	/** Everything that n8n writes stays in it. */
	folder: string;
	port: number;
	brokerPort: number;
}

/** A whole environment: nothing that is set on this machine for another n8n gets in. */
export function environmentOf(
	n8n: N8n,
	{ folder, port, brokerPort }: Place,
	more: Record<string, string> = {},
): Record<string, string> {
	return {
		...QUIET,
		...('node' in n8n && { PATH: [dirname(n8n.node.path), process.env.PATH].join(delimiter) }),
		HOME: folder,
		HOST_REFUSED_LOG: join(folder, 'refused.log'),
		N8N_DISABLED_MODULES: modulesOf(n8n).join(','),
		N8N_ENCRYPTION_KEY: 'not a secret: this n8n lives on one machine and holds invented data',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_USER_FOLDER: folder,
		NODE_ENV: 'production',
		NODE_OPTIONS: PRELOADED.map((name) => `--require=${join(__dirname, name)}`).join(' '),
		NO_COLOR: '1',
		// n8n would call itself localhost, which may mean another address than the one it listens on.
		[isN8nFrom(2, 30) ? 'N8N_WEBHOOK_URL' : 'WEBHOOK_URL']: `http://127.0.0.1:${port}/`,
		...more,
	};
}

/** n8n refuses to start with the name of a module that its version does not have. */
function modulesOf(n8n: N8n): string[] {
	const known =
		'image' in n8n ? modulesIn(n8n) : readdirSync(join(dirname(n8n.n8n), '..', 'dist', 'modules'));
	return MODULES.filter((name) => known.includes(name));
}
