/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ownerPassword } from '../../../host/start/password';

let home: string;
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'esignature-password-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('is another one for each n8n, and the same one for each start of it', () => {
	const [one, other] = ['one', 'other'].map((name) => join(home, name)) as [string, string];

	expect(ownerPassword(one)).toBe(ownerPassword(one));
	expect(ownerPassword(one)).not.toBe(ownerPassword(other));
});

it('is one that n8n accepts and that is hard to guess', () => {
	for (let at = 0; at < 50; at++) {
		expect(ownerPassword(join(home, String(at)))).toMatch(/^(?=.*[A-Z])(?=.*\d)[\w-]{20,64}$/);
	}
});

it('can be read by the user alone', () => {
	ownerPassword(home);
	expect(statSync(join(home, 'owner-password.txt')).mode & 0o077).toBe(0);
});
