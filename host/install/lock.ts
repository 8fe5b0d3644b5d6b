/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- a program for developers, never inside n8n */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

/** A file that one caller alone can make. What it says tells the callers apart. */
export class Lock {
	constructor(readonly path: string) {}

	/** Whether this caller made it: the system lets one of several through. */
	make(text: string): boolean {
		try {
			writeFileSync(this.path, text, { flag: 'wx' });
			return true;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
			throw error;
		}
	}

	/** Empty between making and writing, and when there is none. */
	get text(): string {
		return textOf(this.path);
	}

	/** Changes with each sign of life, whatever the clock says. */
	get state(): string {
		return `${this.text} ${statSync(this.path, { throwIfNoEntry: false })?.mtimeMs}`;
	}

	/** A sign of life of its holder. */
	touch(): void {
		try {
			utimesSync(this.path, new Date(), new Date());
		} catch {
			// Somebody deleted it by hand: no reason to stop what it protects.
		}
	}

	/**
	 * Removes it if it still says this. It is moved away first: of several callers one gets it, and one who
	 * comes late and holds a newer one puts that back.
	 */
	remove(text: string): void {
		const taken = `${this.path}.${randomUUID()}`;
		try {
			renameSync(this.path, taken);
		} catch {
			return;
		}
		const found = textOf(taken);
		if (found !== text) this.make(found);
		rmSync(taken, { recursive: true, force: true });
	}
}

function textOf(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}
