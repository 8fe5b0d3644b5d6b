// Meets the real service with a test account: docs/live.md.
//
//   npm run live
//   npm run live -- --send me@example.com    goes on until an envelope is signed
//   npm run live -- --clean                  only removes what an earlier start has left
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';

import { sourceTypes } from '../test/support/sourceTypes';
import { live } from './live';
import { MARK } from './mark';
import { markdownOf } from './report';
import type { Account } from './visit';

const say = (line: string) => process.stdout.write(`${line}\n`);

const PLAN = `This visits the service with your account, through the operations of this package. It
  - makes about 15 draft envelopes, all named "${MARK} ...", with participants at example.com
  - uploads small files, and one of 20 MB that has to be refused
  - reads the list of envelopes, but opens and changes none that it has not made
  - removes all of its drafts, also after Ctrl-C; what a crash leaves is removed by the next start
  - writes a report and a recording without secrets, addresses and names below artifacts/live`;
const NOT_SENT = 'Nothing is sent to anybody.';
const SENT = (to: string) =>
	`Then it sends one envelope to ${to}, waits until you have signed it, and looks at the evidence.`;

async function main(): Promise<number> {
	const { send, clean } = wantedBy(process.argv.slice(2));
	if (!clean) say(`${PLAN}\n${send === undefined ? NOT_SENT : SENT(send)}\n`);
	const account = await accountOf(process.env);
	const stopping = { count: 0 };
	const ended = await live({
		...{ account, send, clean, say, types: sourceTypes() },
		onOpen: (visit) =>
			process.on('SIGINT', () => {
				if (++stopping.count > 1) process.exit(130);
				say(
					'\nStopping. Press Ctrl-C again to leave at once; the next start removes what is left.',
				);
				visit.stop();
			}),
	});
	if ('problem' in ended) {
		process.stderr.write(`${ended.problem}\n`);
		return 1;
	}
	const { report, recording } = ended;
	if (clean) {
		say(report.left === 0 ? 'Nothing is left.' : `${report.left} envelopes could not be removed.`);
		return report.left === 0 ? 0 : 1;
	}
	const folder = join(
		'artifacts',
		'live',
		new Date().toISOString().slice(0, 19).replaceAll(':', '-'),
	);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'report.md'), markdownOf(report));
	writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, '\t')}\n`);
	writeFileSync(join(folder, 'recording.json'), `${JSON.stringify(recording, null, '\t')}\n`);
	const differing = report.verdicts
		.filter(({ verdict }) => verdict === 'differs')
		.map(({ id }) => id);
	say(
		`\n${differing.length === 0 ? 'Nothing differs from what is assumed.' : `These differ: ${differing.join(', ')}`}`,
	);
	if (report.left > 0) say(`${report.left} envelopes could not be removed: start it again.`);
	say(`The report: ${join(folder, 'report.md')}`);
	return report.left > 0 || stopping.count > 0 ? 1 : 0;
}

function wantedBy(args: string[]): { send?: string; clean?: boolean } {
	const { values } = parseArgs({
		args,
		options: { send: { type: 'string' }, clean: { type: 'boolean' } },
	});
	if (values.send !== undefined && !/^\S+@\S+\.\S+$/.test(values.send)) {
		throw new Error(`--send needs your email address, not '${values.send}'`);
	}
	return values;
}

/** From the environment or typed in: an argument would stay in the history of the shell. */
async function accountOf(env: NodeJS.ProcessEnv): Promise<Account> {
	const baseUrl = env.ESIGNATURE_BASE_URL ?? (await ask('Base URL: '));
	const clientId = env.ESIGNATURE_CLIENT_ID ?? (await ask('Client ID: '));
	const clientSecret =
		env.ESIGNATURE_CLIENT_SECRET ?? (await ask('Client secret (not shown): ', true));
	return {
		baseUrl: baseUrl.trim().replace(/\/+$/, ''),
		clientId: clientId.trim(),
		clientSecret: clientSecret.trim(),
	};
}

async function ask(question: string, isHidden = false): Promise<string> {
	if (!process.stdin.isTTY) {
		throw new Error(
			`Set ESIGNATURE_BASE_URL, ESIGNATURE_CLIENT_ID and ESIGNATURE_CLIENT_SECRET, or start it in a terminal`,
		);
	}
	process.stdout.write(question);
	const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
	const terminal = createInterface({
		input: process.stdin,
		output: isHidden ? silent : process.stdout,
		terminal: true,
	});
	const answer = await terminal.question('');
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
