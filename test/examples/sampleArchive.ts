/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Chance } from '../nodes/ESignature/trigger/random';
import { writeArchive } from './archive';

/** An archive of four nights, for the tests of one file: each changes a copy of it. */
export class SampleArchive {
	readonly home = mkdtempSync(join(tmpdir(), 'esignature-archive-'));
	readonly good = join(this.home, 'good');
	/** The checksum of the last line of its ledger. */
	readonly head: string;

	private copies = 0;

	constructor(chance: Chance) {
		this.head = writeArchive(this.good, { nights: 4, envelopes: 2, chance });
		afterAll(() => rmSync(this.home, { recursive: true, force: true }));
	}

	copied(): string {
		const folder = join(this.home, `copy-${++this.copies}`);
		cpSync(this.good, folder, { recursive: true });
		return folder;
	}

	/** The name of a file of it; -1 is the last one with that ending. */
	named(ending: string, at = 0): string {
		return readdirSync(this.good)
			.sort()
			.filter((file) => file.endsWith(ending))
			.at(at) as string;
	}
}
