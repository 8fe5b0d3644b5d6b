// Meets the real service with a test account: docs/live.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { parseArgs } from 'node:util';

import { sourceTypes } from '../test/support/sourceTypes';
import { live } from './live';
import { MARK } from './removal';
import { markdownOf } from './report';
import type { Account } from './visit';

const say = (line: string) => process.stdout.write(`${line}\n`);

const USAGE = `npm run live
npm run live -- --send me@example.com    goes on until an envelope is signed
npm run live -- --clean                  only removes what an earlier start has left`;

const PLAN = `This visits the service with your account, through the operations of this package. It
  - makes about 15 draft envelopes, all named "${MARK} ...", with participants at example.com
  - uploads small files, and one of 20 MB that has to be refused
  - reads the list of envelopes, but opens and changes none that it has not made
  - removes all of its drafts, also after Ctrl-C; what a crash leaves is removed by the next start
  - writes a report and a recording without secrets, addresses and names below artifacts/live`;

async function main(): Promise<number> {
	const { send, clean, help } = wantedBy(process.argv.slice(2));
	if (help) {
		say(`${USAGE}\n\n${PLAN}`);
		return 0;
	}
	const sending = send
		? `Then it sends one envelope to ${send}, waits until you have signed it, and looks at the evidence.`
		: 'Nothing is sent to anybody.';
	if (!clean) say(`${PLAN}\n${sending}\n`);
	const account = await accountOf(process.env);
	keepLoopbackFromProxies(process.env);
	const stopping = new AbortController();
	process.on('SIGINT', () => {
		if (stopping.signal.aborted) process.exit(130);
		say('\nStopping. Press Ctrl-C again to leave at once; the next start removes what is left.');
		stopping.abort();
	});
	const ended = await live({
		account,
		send,
		clean,
		say,
		types: sourceTypes(),
		signal: stopping.signal,
	});
	if ('problem' in ended) throw new Error(ended.problem);
	const { report, recording } = ended;
	const { left, verdicts, troubles } = report;
	if (!clean) {
		const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
		const folder = join('artifacts', 'live', now);
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, 'report.md'), markdownOf(report));
		writeFileSync(join(folder, 'report.json'), JSON.stringify(report, null, '\t'));
		writeFileSync(join(folder, 'recording.json'), JSON.stringify(recording, null, '\t'));
		const differing = verdicts.filter(({ verdict }) => verdict === 'differs');
		say(
			`Different from what was assumed: ${differing.map(({ id }) => id).join(', ') || 'nothing'}.`,
		);
		say(`The report: ${join(folder, 'report.md')}`);
	}
	say(left > 0 ? `${left} envelopes may be left: start it again.` : 'Nothing is left.');
	return left === 0 && (clean || troubles.length === 0) ? 0 : 1;
}

/** The recorder is on this machine, so a proxy of the network must not get what is meant for it. */
function keepLoopbackFromProxies(env: NodeJS.ProcessEnv): void {
	const excepted = [env.no_proxy ?? env.NO_PROXY, '127.0.0.1'].filter(Boolean).join();
	Object.assign(env, { no_proxy: excepted, NO_PROXY: excepted });
}

function wantedBy(args: string[]): { send?: string; clean?: boolean; help?: boolean } {
	const { values } = parseArgs({
		args,
		options: { send: { type: 'string' }, clean: { type: 'boolean' }, help: { type: 'boolean' } },
	});
	if (values.send !== undefined && !/^\S+@\S+\.\S+$/.test(values.send)) {
		throw new Error(`--send needs your email address, not '${values.send}'`);
	}
	return values;
}

/** From the environment or typed in: an argument would stay in the history of the shell. */
async function accountOf(env: NodeJS.ProcessEnv): Promise<Account> {
	return {
		baseUrl: env.ESIGNATURE_BASE_URL || (await ask('Base URL')),
		clientId: env.ESIGNATURE_CLIENT_ID || (await ask('Client ID')),
		clientSecret: env.ESIGNATURE_CLIENT_SECRET || (await ask('Client secret (not shown)', true)),
	};
}

async function ask(what: string, isHidden = false): Promise<string> {
	if (!process.stdin.isTTY) {
		throw new Error(
			'Set ESIGNATURE_BASE_URL, ESIGNATURE_CLIENT_ID and ESIGNATURE_CLIENT_SECRET, or start it in a terminal.',
		);
	}
	if (isHidden) process.stdout.write(`${what}: `);
	const output = isHidden ? new PassThrough().resume() : process.stdout;
	const terminal = createInterface({ input: process.stdin, output, terminal: true });
	const answer = await terminal.question(isHidden ? '' : `${what}: `);
	terminal.close();
	if (isHidden) say('');
	return answer;
}

main()
	.then((code) => process.exit(code))
	.catch((error: Error) => {
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	});
