import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** The program of this system that reads manifests. */
export const CHECKSUMS = process.platform === 'darwin' ? ['shasum', '-a', '256'] : ['sha256sum'];

/** Checks an archive with the system's own program, as anybody could years later; returns its lines. */
export function verifyArchive(folder: string): string[] {
	const manifests = readdirSync(folder).filter((file) => file.endsWith('-manifest-sha256.txt'));
	if (manifests.length === 0) throw new Error(`There is no manifest in ${folder}`);
	const [program, ...parameters] = CHECKSUMS;
	return manifests.flatMap((manifest) => {
		const { status, stdout, stderr, error } = spawnSync(
			program as string,
			[...parameters, '-c', manifest],
			{
				cwd: folder,
				encoding: 'utf8',
			},
		);
		if (error) throw error;
		if (status !== 0) throw new Error(`${manifest} does not verify:\n${stdout}${stderr}`);
		return stdout.trim().split('\n');
	});
}
