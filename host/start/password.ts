import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The password of the owner of the n8n in this folder: made by the first start, kept for the next ones.
 * A well-known password would open the editor, and with it the machine, to every program that can reach it.
 */
export function ownerPassword(folder: string): string {
	const file = join(folder, 'owner-password.txt');
	if (existsSync(file)) return readFileSync(file, 'utf8').trim();
	// n8n wants a capital letter and a digit.
	const password = `Sign-${randomInt(10)}${randomBytes(15).toString('base64url')}`;
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, `${password}\n`, { mode: 0o600 });
	return password;
}
