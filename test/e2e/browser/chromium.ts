import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { HostError } from '../../../host/hostError';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome'];
const MAC_APPS = [
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium that is installed: playwright-core brings none, and downloads nothing. */
export function findChromium(): string {
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	const places = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
	const found = [...places, ...MAC_APPS].find(canRun);
	if (found) return found;
	throw new HostError(
		`No browser was found: none of ${PROGRAMS.join(', ')} is in the PATH`,
		'Install Chromium: apt-get install chromium (Debian), dnf install chromium (Fedora), brew install --cask chromium (macOS).',
	);
}

function canRun(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
