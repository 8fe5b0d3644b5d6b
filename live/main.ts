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
import { markdownOf, type Report } from './report';
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
	keepLoopbackFromProxies(process.env);
	const stopping = { count: 0 };
	const ended = await live({
		account,
		send,
		clean,
		say,
		types: sourceTypes(),
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
		say(report.left === 0 ? 'Nothing is left.' : `${report.left} envelopes may be left.`);
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
	say(`\n${summaryOf(report)}`);
	say(`The report: ${join(folder, 'report.md')}`);
	return report.left > 0 || report.troubles.length > 0 || stopping.count > 0 ? 1 : 0;
}

function summaryOf({ verdicts, troubles, left }: Report): string {
	const [differing, assumed] = ['differs', 'as assumed'].map((wanted) =>
		verdicts.filter(({ verdict }) => verdict === wanted).map(({ id }) => id),
	) as [string[], string[]];
	return [
		`Of ${verdicts.length} open questions, ${assumed.length} are answered as assumed.`,
		`Different: ${differing.join(', ') || 'none'}.`,
		...(troubles.length > 0
			? [`There was trouble, so that something was not seen: ${troubles[0]}`]
			: []),
		...(left > 0 ? [`${left} envelopes may be left: start it again.`] : []),
	].join('\n');
}

/** The recorder is on this machine, so a proxy of the network must not get what is meant for it. */
function keepLoopbackFromProxies(env: NodeJS.ProcessEnv): void {
	const excepted = [env.no_proxy ?? env.NO_PROXY, '127.0.0.1'].filter(Boolean).join();
	Object.assign(env, { no_proxy: excepted, NO_PROXY: excepted });
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
	const asked = [
		{ name: 'ESIGNATURE_BASE_URL', question: 'Base URL: ' },
		{ name: 'ESIGNATURE_CLIENT_ID', question: 'Client ID: ' },
		{ name: 'ESIGNATURE_CLIENT_SECRET', question: 'Client secret (not shown): ', isHidden: true },
	];
	const missing = asked.filter(({ name }) => !env[name]);
	if (missing.length > 0 && !process.stdin.isTTY) {
		const names = missing.map(({ name }) => name).join(', ');
		throw new Error(`Set ${names}, or start it in a terminal.`);
	}
	const terminal = openTerminal();
	const answers: string[] = [];
	for (const { name, question, isHidden } of asked) {
		answers.push((env[name] || (await terminal.ask(question, isHidden))).trim());
	}
	terminal.close();
	const [baseUrl = '', clientId = '', clientSecret = ''] = answers;
	return { baseUrl: baseUrl.replace(/\/+$/, ''), clientId, clientSecret };
}

function openTerminal() {
	let isMuted = false;
	const write: Writable['_write'] = (chunk, _, done) => {
		if (!isMuted) process.stdout.write(chunk as Buffer);
		done();
	};
	const output = new Writable({ write });
	const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
	return {
		ask: async (question: string, isHidden = false) => {
			const answer = terminal.question(question);
			isMuted = isHidden;
			const text = await answer;
			isMuted = false;
			if (isHidden) say('');
			return text;
		},
		close: () => terminal.close(),
	};
}

main()
	.then((code) => process.exit(code))
	.catch((error: Error) => {
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	});
