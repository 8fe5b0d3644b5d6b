import { join } from 'node:path';

import { attachHost, type Host, type HostState } from '../../../host/host';

export const ARTIFACTS = join(__dirname, '..', '..', '..', 'artifacts', 'e2e');
/** The only place on disk that workflows of the shared n8n may write to. */
export const ARCHIVES = join(ARTIFACTS, 'archives');

interface Shared {
	tarball: string;
	host: HostState;
}

const NAME = 'ESIGNATURE_E2E';

/** Passed from the process that starts n8n to the test files, which may run in other processes. */
export const share = (shared: Shared): void => {
	process.env[NAME] = JSON.stringify(shared);
};

const shared = () => JSON.parse(process.env[NAME] as string) as Shared;

export const sharedHost = (): Host => attachHost(shared().host);

/** The packed package, for a test that starts an n8n of its own. */
export const sharedTarball = (): string => shared().tarball;
