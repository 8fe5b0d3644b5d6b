import { Cleaner } from './cleaner';
import type { Types } from '../test/support/engine';
import { observationsOf } from './observations';
import { recordingOf, type Recording } from './recordings';
import { removeOurs } from './removal';
import { reportOf, type Report } from './report';
import { sendTo } from './sending';
import { tour } from './tour';
import {
	brief,
	Stopped,
	Visit,
	type Account,
	type Answer,
	type Observation,
	type Pace,
} from './visit';

export interface Options {
	account: Account;
	say: (line: string) => void;
	/** The address of the person who signs. */
	send?: string;
	/** Only removes what an earlier start has left. */
	clean?: boolean;
	pace?: Pace;
	types?: Types;
	/** Gets what can be stopped. */
	onOpen?: (visit: Visit) => void;
}

/** A sentence if the service could not be used at all. */
export type Ended = { problem: string } | { report: Report; recording: Recording };

/** Everything: from the first request until nothing of ours is left. */
export async function live(options: Options): Promise<Ended> {
	const { account, say, send, clean, pace = { pauseMs: 1_000 }, types, onOpen } = options;
	const visit = await Visit.open(account, pace, types);
	onOpen?.(visit);
	// Until the service shows that nothing is there.
	let left = 1;
	try {
		const problem = await arrive(visit, account);
		// The service might repeat what it was given.
		if (problem !== undefined) return { problem: cleanerFor(visit, account, send).prose(problem) };
		try {
			say('Removing what an earlier start has left');
			left = await removeOurs(visit);
			if (!clean) {
				await tour(visit, say);
				if (send !== undefined)
					await visit.part('Sending', async () => await sendTo(send, visit, say));
			}
		} catch (error) {
			if (!(error instanceof Stopped)) throw error;
		} finally {
			if (!clean) {
				visit.goOn();
				say('Removing what was made');
				left = await removeOurs(visit, createdIn(visit));
			}
		}
	} finally {
		await visit.close();
	}
	const observations = [
		...visit.observations,
		...visit.recorder.exchanges.flatMap(observationsOf),
		...unlimited(visit),
	];
	const date = new Date().toISOString().slice(0, 10);
	const cleaner = cleanerFor(visit, account, send);
	const report = reportOf(visit, observations, { date, left }, cleaner);
	return { report, recording: recordingOf(visit, { date, dialects: report.dialects }, cleaner) };
}

/** Signs in and asks for the list; says in one sentence why that does not work. */
async function arrive(
	visit: Visit,
	{ clientId, clientSecret }: Account,
): Promise<string | undefined> {
	const body = { clientID: clientId, clientSecret };
	const signedIn = await visit.ask('POST /oauth/token', {}, body, {});
	visit.token = tokenIn(signedIn) ?? '';
	const isSignedIn = visit.token !== '';
	const answer = isSignedIn ? await visit.ask('GET /sign/envelopes', {}) : signedIn;
	const { status, json } = answer ?? visit.recorder.exchanges.at(-1)?.answer ?? {};
	if (status === undefined)
		return 'The Base URL gives no answer: check the address and the network.';
	if (status === 429) {
		return 'The service limits the rate of requests at the moment (429): wait, then start again.';
	}
	if (status >= 500) return `The service has trouble at the moment (${status}): start again later.`;
	const isApi = isSignedIn && typeof json === 'object' && json !== null;
	if (status < 400 && !isApi) {
		return 'The Base URL leads to a web page and not to the API: enter the address that is shown next to the client ID.';
	}
	if (status < 400) return undefined;
	const what = isSignedIn ? 'the list of envelopes' : 'this client ID and secret';
	return `The service refuses ${what}: ${brief(answer as Answer)}.`;
}

function tokenIn(answer: Answer | undefined): string | undefined {
	const { accessToken, access_token: snake } = (answer?.json ?? {}) as Record<string, string>;
	return accessToken ?? snake;
}

/** By their IDs, since a list may lag behind. */
const createdIn = ({ recorder }: Visit): string[] =>
	recorder.exchanges.flatMap(({ route, answer }) => {
		if (route !== 'POST /sign/envelopes' || !answer || answer.status >= 300) return [];
		const { ID, id } = (answer.json ?? {}) as Record<string, string>;
		return ID ?? id ?? [];
	});

function unlimited({ recorder: { exchanges }, seconds }: Visit): Observation[] {
	if (exchanges.some(({ answer }) => answer?.status === 429)) return [];
	const seen = `No rate limit was met: ${exchanges.length} requests in ${Math.round(seconds)} seconds`;
	return [{ id: 'rate-limits', group: 'visit', isAssumed: true, seen }];
}

function cleanerFor(
	{ recorder, runs }: Visit,
	account: Account,
	send: string | undefined,
): Cleaner {
	const secrets: Record<string, string> = {
		[account.clientSecret]: '(client secret)',
		[account.clientId]: '(client ID)',
		[account.baseUrl]: '(Base URL)',
		[new URL(account.baseUrl).host]: '(host)',
		[recorder.url]: '(Base URL)',
		...(send !== undefined && { [send]: 'signer@example.com' }),
	};
	const ours = new Set<string>();
	for (const { route, sent, answer } of recorder.exchanges) {
		if (route === 'POST /oauth/token') secrets[tokenIn(answer) ?? ''] = '(token)';
		else collect(sent.json, ours);
	}
	collect(
		runs.map(({ parameters, items }) => [parameters, items]),
		ours,
	);
	return new Cleaner(secrets, ours);
}

function collect(value: unknown, texts: Set<string>): void {
	if (typeof value === 'string') texts.add(value);
	else if (typeof value === 'object' && value !== null) {
		for (const entry of Object.values(value)) collect(entry, texts);
	}
}
