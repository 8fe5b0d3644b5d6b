/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { Lock } from '../../../host/install/lock';
import { inTurn } from '../../../host/install/turn';
import { until } from '../../e2e/support/until';

const TURN = join(__dirname, '..', '..', '..', 'host', 'install', 'turn.ts');
const QUICK = { lookMs: 1, beatMs: 1, silenceMs: 100 };
const PATIENT = { ...QUICK, silenceMs: 3_600_000 };

let home: string;
let folder: string;
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'esignature-turn-'));
	folder = join(home, 'n8n');
});
afterEach(() => {
	jest.restoreAllMocks();
	rmSync(home, { recursive: true, force: true });
});

const ignore = () => {};
const lockFile = () => `${folder}.lock`;
const heldBy = (pid: number, host = hostname()) =>
	writeFileSync(lockFile(), JSON.stringify({ pid, host, turn: 'theirs' }));
const nobody = 99999999;
/** Lives as long as this test, and holds nothing: the number of a dead holder came to it. */
const somebody = process.pid;

function gate() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { opened, open: () => open() };
}

it('lets one work at a time, however many ask, and leaves nothing behind', async () => {
	let working = 0;
	let most = 0;
	const work = async () => {
		most = Math.max(most, ++working);
		await new Promise(setImmediate);
		working--;
	};
	await Promise.all(Array.from({ length: 20 }, async () => inTurn(folder, work, ignore, PATIENT)));

	expect(most).toBe(1);
	expect(readdirSync(home)).toEqual([]);
});

it('gives the turn back when the work fails', async () => {
	const failed = inTurn(
		folder,
		async () => await Promise.reject(new Error('no')),
		() => {},
	);

	await expect(failed).rejects.toThrow('no');
	expect(readdirSync(home)).toEqual([]);
});

it('says once whom it waits for, and where the lock is', async () => {
	const { opened, open } = gate();
	const told: string[][] = [];
	const looks = jest.spyOn(Lock.prototype, 'make');
	const first = inTurn(folder, async () => await opened, ignore, PATIENT);
	const second = inTurn(
		folder,
		async () => {},
		(...words) => told.push(words),
		PATIENT,
	);
	await until('several looks', () => looks.mock.calls.length > 5);
	open();
	await Promise.all([first, second]);

	expect(told).toEqual([[`process ${process.pid} on ${hostname()}`, lockFile()]]);
});

it('waits for a holder that gives signs of life, longer than one may be silent', async () => {
	const { opened, open } = gate();
	const order: string[] = [];
	// A clock that goes on with each sign of life: a slow machine is no silence.
	const clock = jest.spyOn(performance, 'now');
	const touch = Lock.prototype.touch;
	let now = 0;
	clock.mockImplementation(() => now);
	jest.spyOn(Lock.prototype, 'touch').mockImplementation(function (this: Lock) {
		touch.call(this);
		now += QUICK.silenceMs / 10;
	});
	const looks = jest.spyOn(Lock.prototype, 'make');
	const work = async () => {
		await opened;
		order.push('first');
	};
	const first = inTurn(folder, work, ignore, QUICK);
	const second = inTurn(folder, async () => void order.push('second'), ignore, QUICK);
	await until('several silences', () => now > 5 * QUICK.silenceMs && looks.mock.calls.length > 20);
	expect(order).toEqual([]);
	open();
	await Promise.all([first, second]);

	expect(order).toEqual(['first', 'second']);
});

/** Runs in a process of its own, which ends in the middle of its work. */
const endsAtWork = (how: string) =>
	spawnSync(process.execPath, [
		...['--import', 'tsx', '-e'],
		`require(${JSON.stringify(TURN)}).inTurn(${JSON.stringify(folder)}, async () => ${how}, () => {})`,
	]);

it('leaves no lock when the program ends in the middle', () => {
	expect(endsAtWork('process.exit(7)')).toMatchObject({ status: 7 });
	expect(readdirSync(home)).toEqual([]);
});

it('leaves a lock that the next one takes when the program is killed', async () => {
	expect(endsAtWork("process.kill(process.pid, 'SIGKILL')")).toMatchObject({ signal: 'SIGKILL' });
	expect(readdirSync(home)).toEqual(['n8n.lock']);
	expect(await inTurn(folder, async () => 'done', ignore, PATIENT)).toBe('done');
});

it('takes the turn of a process that is gone, at once', async () => {
	heldBy(nobody);
	const waiting = jest.fn();

	expect(await inTurn(folder, async () => 'done', waiting, PATIENT)).toBe('done');
	expect(waiting).not.toHaveBeenCalled();
});

it.each([
	['a process that lives but holds nothing', () => heldBy(somebody)],
	['a process of another machine', () => heldBy(nobody, 'elsewhere')],
	['somebody who was ended before writing a word', () => writeFileSync(lockFile(), '')],
	['an earlier version, which made a folder', () => mkdirSync(lockFile())],
])('takes the turn of %s only after a silence', async (_, hold) => {
	hold();
	const waiting = jest.fn();

	expect(await inTurn(folder, async () => 'done', waiting, QUICK)).toBe('done');
	expect(waiting).toHaveBeenCalledTimes(1);
	expect(readdirSync(home)).toEqual([]);
});

it('waits for a process that lives, as long as it may be silent', async () => {
	heldBy(somebody);
	let over = false;
	const turn = inTurn(
		folder,
		async () => void (over = true),
		() => {},
		PATIENT,
	);
	const looks = jest.spyOn(Lock.prototype, 'make');
	await until('many looks', () => looks.mock.calls.length > 20);
	expect(over).toBe(false);
	rmSync(lockFile());
	await turn;

	expect(over).toBe(true);
});

it('does not take away what another took meanwhile', () => {
	const lock = new Lock(lockFile());
	expect([lock.make('old'), lock.make('late')]).toEqual([true, false]);
	lock.remove('old');
	lock.make('new');
	lock.remove('old');

	expect(lock.text).toBe('new');
	expect(readdirSync(home)).toEqual(['n8n.lock']);
});

it('goes on without its lock when a person deletes it', async () => {
	const touched = jest.spyOn(Lock.prototype, 'touch');
	const work = async () => {
		rmSync(lockFile());
		const before = touched.mock.calls.length;
		await until('a sign of life', () => touched.mock.calls.length > before);
		return existsSync(lockFile());
	};

	expect(await inTurn(folder, work, ignore, QUICK)).toBe(false);
});

it('says when the folder cannot be written to, instead of waiting', async () => {
	folder = join(home, 'missing', 'n8n');

	await expect(
		inTurn(
			folder,
			async () => {},
			() => {},
		),
	).rejects.toThrow('ENOENT');
});
