import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { MARK } from '../removal';
import { createSandbox, type Sandbox } from '../../sandbox';
import { ROOT } from '../../test/contract/repository';
import { Chance } from '../../test/support/chance';
import { draws } from '../../test/support/draws';
import { until } from '../../test/support/until';
import { reportIn, visitTo, withoutWaiting } from './visits';

const marked = ({ control }: Sandbox) =>
	control.envelopes().filter(({ name }) => name.startsWith(MARK)).length;

const seeds = Array.from({ length: draws(20) }, (_, seed) => seed);

/** `npm run live`, as a person starts it. */
function start(
	{ url, clientId, clientSecret }: Sandbox,
	folder: string,
	...args: string[]
): ChildProcess {
	const account = {
		ESIGNATURE_BASE_URL: url,
		ESIGNATURE_CLIENT_ID: clientId,
		ESIGNATURE_CLIENT_SECRET: clientSecret,
	};
	const env = { ...process.env, ...account, TMPDIR: folder, NODE_ENV: undefined };
	return spawn('npm', ['run', '--silent', 'live', '--', ...args], {
		cwd: ROOT,
		env,
		stdio: 'ignore',
		detached: true,
	});
}

/** Whether all processes of a group have ended. */
function isGone(group: number): boolean {
	try {
		return !process.kill(-group, 0);
	} catch {
		return true;
	}
}

describe('when it is killed', () => {
	const left: number[] = [];

	it.each(seeds)('leaves nothing behind after the next start (%i)', async (seed) => {
		const sandbox = await createSandbox();
		const folder = mkdtempSync(join(tmpdir(), 'live-'));
		const killed = start(sandbox, folder);
		const requests = 5 + new Chance(seed).whole(170);
		await until(() => sandbox.log.count() >= requests || killed.exitCode !== null);
		// The whole group: npm and the program.
		process.kill(-Number(killed.pid), 'SIGKILL');
		await until(() => isGone(Number(killed.pid)));
		left.push(marked(sandbox));

		const [code] = await once(start(sandbox, folder, '--clean'), 'exit');
		expect([code, marked(sandbox)]).toEqual([0, 0]);
		// The files of n8n, too, which a killed process cannot remove itself.
		expect(readdirSync(folder).filter((name) => name.startsWith('n8n'))).toEqual([]);
		rmSync(folder, { recursive: true });
		await sandbox.close();
	});

	it('was in the middle of its work', () => {
		expect(Math.max(...left)).toBeGreaterThan(0);
	});
});

describe('when Ctrl-C is pressed', () => {
	withoutWaiting();

	it.each(seeds)('removes everything, wherever it was (%i)', async (seed) => {
		const at = new Chance(seed).whole(170);
		const stopping = new AbortController();
		const prepare = ({ faults, log }: Sandbox) => {
			faults.choose = () => {
				if (log.requests.length === at) stopping.abort();
				return undefined;
			};
		};
		const visit = await visitTo({}, { prepare, signal: stopping.signal });

		expect([visit.changed, reportIn(visit).left]).toEqual([[], 0]);
	});
});
