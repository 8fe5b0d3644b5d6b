import { randomUUID } from 'node:crypto';

import { live, type Ended, type Options } from '../live';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { speedUpClock } from '../../test/model/clock';
import { credentialFor } from '../../test/support/harness';

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

interface Visited {
	ended: Ended;
	url: string;
	/** Names of envelopes that are new, gone or otherwise than before. */
	changed: string[];
	/** What the attempts to send an envelope were answered with. */
	sends: number[];
}

const SENDING = 'POST /sign/envelopes/{envelopeID}:send-for-signing';

/** A visit to a sandbox of its own. */
export async function visitTo(
	options: SandboxOptions,
	{ prepare, secret, sign, ...more }: Partial<Options> & Setting = {},
): Promise<Visited> {
	const sandbox = await createSandbox({ clientSecret: randomUUID(), ...options });
	prepare?.(sandbox);
	const before = stateOf(sandbox);
	const say = (line: string) => {
		if (sign && line.includes('enter LIVE')) signSent(sandbox);
		more.say?.(line);
	};
	try {
		const account = { ...credentialFor(sandbox), ...(secret && { clientSecret: secret }) };
		const ended = await live({ account, pace: PACE, ...more, say });
		await sandbox.control.idle();
		const after = stateOf(sandbox);
		const changed = [...before, ...after].filter(
			(one) => !before.includes(one) || !after.includes(one),
		);
		const sends = sandbox.log.requests.filter(({ route }) => route === SENDING);
		return { ended, url: sandbox.url, changed, sends: sends.map(({ status }) => status) };
	} finally {
		await sandbox.close();
	}
}

const stateOf = ({ control }: Sandbox): string[] =>
	control
		.envelopes()
		.map(({ ID, name, status, lastModifiedAt, documents, participants }) =>
			[name, ID, status, lastModifiedAt, documents.length, participants.length].join(),
		);

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

/** Differences from the assumptions. */
export const differencesIn = (visit: { ended: Ended }): string[] =>
	reportIn(visit)
		.verdicts.filter(({ verdict }) => verdict === 'differs')
		.map(({ id, seen }) => `${id}: ${seen}`);
