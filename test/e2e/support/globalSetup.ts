import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { startHost, type OwnHost } from '../../../host/host';
import { packPackage } from '../../../host/server/package';
import { ARCHIVES, ARTIFACTS, share } from './shared';

declare global {
	var e2eHost: OwnHost | undefined;
}

/** One n8n with the packed package for all test files. */
export default async function globalSetup(): Promise<void> {
	const say = (line: string) => process.stderr.write(`${line}\n`);
	const tarball = await packPackage(join(ARTIFACTS, 'package'));
	rmSync(ARCHIVES, { recursive: true, force: true });
	mkdirSync(ARCHIVES, { recursive: true });
	const host = await startHost({
		tarball,
		say,
		env: {
			N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			N8N_RESTRICT_FILE_ACCESS_TO: ARCHIVES,
		},
	});
	globalThis.e2eHost = host;
	share({ tarball, host: host.state });
	say(`\nn8n for the tests: ${host.url}`);
}
