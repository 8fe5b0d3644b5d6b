import { randomUUID } from 'node:crypto';

import { live, type Ended, type Options } from '../../live/live';
import { MARK } from '../../live/mark';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { speedUpClock } from '../model/clock';
import { credentialFor } from '../support/harness';

/** Waits take no time in the tests of a file. */
export function withoutWaiting(): void {
	let slowDown = () => {};
	beforeAll(() => {
		slowDown = speedUpClock();
	});
	afterAll(() => slowDown());
}

const PACE = { pauseMs: 20 };
/** Where the service falls silent. */
export const IMPATIENT = { ...PACE, maxSilenceMs: 500 };

interface Setting {
	prepare?: (sandbox: Sandbox) => void;
	/** Another one than that of the sandbox. */
	secret?: string;
	/** Somebody signs when asked to. */
	sign?: boolean;
}

/** A visit to a sandbox of its own. */
export async function visitTo(
	options: SandboxOptions,
	{ prepare, secret, sign, ...more }: Partial<Options> & Setting = {},
): Promise<{ ended: Ended; left: string[]; url: string }> {
	const sandbox = await createSandbox({ clientSecret: randomUUID(), ...options });
	prepare?.(sandbox);
	const say = (line: string) => {
		if (sign && line.includes('enter LIVE')) signSent(sandbox);
		more.say?.(line);
	};
	try {
		const account = { ...credentialFor(sandbox), ...(secret && { clientSecret: secret }) };
		const ended = await live({ account, pace: PACE, ...more, say });
		await sandbox.control.idle();
		const all = sandbox.control.envelopes().map(({ name }) => name);
		return { ended, url: sandbox.url, left: all.filter((name) => name.startsWith(MARK)) };
	} finally {
		await sandbox.close();
	}
}

/** As a person who does as told does it. */
function signSent({ control }: Sandbox): void {
	for (const { ID, name, status, documents } of control.envelopes()) {
		if (status !== 'sent' || !name.endsWith('please sign')) continue;
		control.signAll(ID);
		for (const { fields, values } of documents) {
			const note = fields.find(({ type }) => type === 'custom');
			if (note) values[note.ID] = 'LIVE';
		}
	}
}

export function recordingIn({ ended }: { ended: Ended }) {
	if ('problem' in ended) throw new Error(ended.problem);
	return ended.recording;
}

export function reportIn({ ended }: { ended: Ended }) {
	if ('problem' in ended) throw new Error(ended.problem);
	return ended.report;
}

/** What differs from what is assumed. */
export const differencesIn = (visit: { ended: Ended }): string[] =>
	reportIn(visit)
		.verdicts.filter(({ verdict }) => verdict === 'differs')
		.map(({ id, seen }) => `${id}: ${seen}`);
