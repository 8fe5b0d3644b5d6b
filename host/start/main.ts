import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { createSandbox } from '../../sandbox';
import { readExample } from '../examples';
import { startHost } from '../host';
import { HostError } from '../hostError';
import { prepareN8n } from '../install/install';
import { n8nVersion } from '../install/version';
import { openMailbox, smtpOf } from '../mailbox';
import { OWNER } from '../rest';
import { CREDENTIAL } from '../workflows';
import { packPackage } from '../server/package';
import { assertFree } from '../server/ports';
import { prepareDemonstration } from './demonstration';
import { LOOP, loopForm, NIGHTLY, prepareExamples } from './examples';
import { ownerPassword } from './password';
import { prepareCredential } from './prepare';
import { PLACES, settingsFrom } from './settings';
import { CHECKSUMS, verifyArchive } from './verify';

const say = (line: string) => console.log(line);
const shown = (folder: string) => relative(process.cwd(), folder);

/** Shows that an email came, and where to read it. */
function keepMail(mail: string): void {
	const file = join(PLACES.mails, `${readdirSync(PLACES.mails).length + 1}.txt`);
	writeFileSync(file, mail);
	const header = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(mail)?.[1]?.trim();
	say(`\nEmail to ${header('To')}: ${header('Subject')} (${shown(file)})`);
}

async function main(): Promise<void> {
	const { port, sandboxPort } = settingsFrom(process.argv.slice(2));
	await assertFree(
		[port, sandboxPort],
		([n8n, sandbox]) => `These are free: npm start -- --port ${n8n} --sandbox-port ${sandbox}`,
	);
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const end of stops.splice(0).reverse()) await end();
	};
	onEnd(stop);
	try {
		await prepareN8n(say);
		say('Building and packing n8n-nodes-esignature ...');
		const tarball = await packPackage(PLACES.package);
		const sandbox = await createSandbox({ port: sandboxPort, seed: true });
		stops.push(sandbox.close);
		say(`Starting n8n ${n8nVersion()} with the package ...`);
		const env = { N8N_RESTRICT_FILE_ACCESS_TO: PLACES.archive, HOST_LOOPBACK_ONLY: 'true' };
		// n8n can upgrade a database, but not downgrade it.
		const folder = join(PLACES.n8n, n8nVersion());
		const password = ownerPassword(folder);
		const host = await startHost({ tarball, folder, port, env, password });
		stops.push(async () => await host.stop());

		for (const place of [PLACES.archive, PLACES.mails]) {
			rmSync(place, { recursive: true, force: true });
			mkdirSync(place, { recursive: true });
		}
		const mailbox = await openMailbox(keepMail);
		stops.push(mailbox.close);
		const { url: baseUrl, clientId, clientSecret } = sandbox;
		const account = { baseUrl, clientId, clientSecret };
		const credentials = {
			[CREDENTIAL]: await prepareCredential(host, 'E-Signature sandbox', account),
			smtp: await prepareCredential(host, 'Simulated mailbox', smtpOf(mailbox), 'smtp'),
		};
		const examples = await prepareExamples(host, { credentials, archive: PLACES.archive });
		const execution = await host.ended(await host.start(String(examples[NIGHTLY]), 'Every Night'));
		if (execution.error) throw new Error(`The workflow failed: ${execution.error.message}`);
		const envelopes = execution.json('Not Yet Archived');
		say(
			`\nThe example "${NIGHTLY}" archived ${envelopes.length} envelopes in ${shown(PLACES.archive)}:`,
		);
		for (const line of verifyArchive(PLACES.archive)) say(`  ${line}`);
		await host.activate(String(examples[LOOP]));
		await prepareDemonstration(sandbox, PLACES);
		say(`
Your turn: send a contract, sign it, and find it in ${shown(PLACES.archive)}
  1. Form     ${loopForm(host)} (send this file: ${shown(PLACES.contract)})
  2. Sign     ${sandbox.url} ("Sign as ...")
     The files appear within about 2 minutes after signing.
  3. Verify   cd ${shown(PLACES.archive)} && ${CHECKSUMS.join(' ')} -c *-manifest-sha256.txt

Editor    ${host.url}/home/workflows (all examples)
          log in as ${OWNER.email} with the password ${password}
          files for their forms:
          ${shown(PLACES.contract)}                for "${LOOP}"
          ${shown(PLACES.tagged)}      for "${readExample('contract-with-tags').name}"
          examples/mail-merge.csv               for "${readExample('mail-merge').name}"
          ${shown(PLACES.spreadsheet)}   for "${readExample('bulk-from-spreadsheet').name}"
Files     workflows can write to ${PLACES.archive}
Emails    are not sent anywhere: they appear here, and in ${shown(PLACES.mails)}
Sandbox   ${sandbox.url}, client ID ${sandbox.clientId}
          its client secret is at ${sandbox.url}/admin ("Show client secret"); the credential in n8n already has it

Ctrl-C stops everything.`);
	} catch (error) {
		await stop();
		throw error;
	}
}

/** On a busy machine, the two signals can be seconds apart. */
const SAME_KEY_PRESS_MS = 3_000;

/**
 * The first Ctrl-C ends everything in order; a later one does not wait. A terminal and tsx may each pass
 * on the same key press, so a second signal within a moment is ignored.
 */
function onEnd(stop: () => Promise<void>): void {
	let asked = 0;
	const end = () => {
		if (asked && Date.now() - asked > SAME_KEY_PRESS_MS) process.exit(1);
		if (asked) return;
		asked = Date.now();
		say('\nStopping ...');
		void stop().finally(() => process.exit(0));
	};
	process.on('SIGINT', end).on('SIGTERM', end);
}

main().catch((error: Error) => {
	console.error(error instanceof HostError ? `\n${error.message}` : error);
	process.exitCode = 1;
});
