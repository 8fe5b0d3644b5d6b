import { readdirSync } from 'node:fs';

import { verifyArchive } from '../../../host/start/verify';
import type { Sandbox } from '../../../sandbox';

const DOWNLOAD = /^\/sign\/envelopes\/([^/:]+):download/;
const MANIFEST = '-manifest-sha256.txt';

/**
 * IDs of the envelopes whose archive is complete: every file that a manifest names is there and unchanged. One that
 * was archived again may have several manifests.
 */
export function archivedIn(folder: string): string[] {
	const manifests = readdirSync(folder).filter((file) => file.endsWith(MANIFEST));
	if (manifests.length > 0) verifyArchive(folder);
	return [...new Set(manifests.map((file) => file.slice(0, 36)))].sort();
}

/** IDs of the envelopes of which a file was asked for since the log was cleared. */
export const fetchedFrom = ({ log }: Sandbox): string[] =>
	[...new Set(log.requests.flatMap(({ path }) => DOWNLOAD.exec(path)?.[1] ?? []))].sort();
