import { TOKEN_ROUTE } from '../nodes/ESignature/api';
import { readAccount } from '../nodes/ESignature/transport/session/account';
import { isObject } from '../nodes/ESignature/values/parse';
import type { Types } from '../test/support/engine';
import { Cleaner } from './cleaner';
import { observationsOf, tokenIn } from './observations';
import { recordingOf, type Recording } from './recordings';
import { removeOurs } from './removal';
import { reportOf, type Report } from './report';
import { sendTo } from './sending';
import { tour } from './tour';
import { brief, objectOf, Stopped, Trouble, Visit, type Account, type Pace } from './visit';

export interface Options {
	account: Account;
	say: (line: string) => void;
	/** The address of the person who signs. */
	send?: string;
	/** Only removes what an earlier start has left. */
	clean?: boolean;
	pace?: Pace;
	types?: Types;
	/** Ends the run early; what it made is removed all the same. */
	signal?: AbortSignal;
}

/** A sentence if the service could not be used at all. */
export type Ended = { problem: string } | { report: Report; recording: Recording };

/** Everything: from the first request until nothing of ours is left. */
export async function live({ pace = { pauseMs: 1_000 }, ...options }: Options): Promise<Ended> {
	const account = readAccount({ ...options.account });
	const visit = await Visit.open(account, pace, options);
	try {
		return await meet(visit, { ...options, account });
	} finally {
		await visit.close();
	}
}

async function meet(visit: Visit, { account, say, send, clean }: Options): Promise<Ended> {
	// Until the service shows that nothing is there.
	let left = 1;
	try {
		const problem = await arrive(visit, account);
		// The service might repeat what it was given.
		if (problem !== undefined) return { problem: new Cleaner(visit, account, send).prose(problem) };
		say('Removing what an earlier start has left');
		left = await removeOurs(visit);
		if (!clean) await tour(visit, say);
		if (!clean && send !== undefined)
			await visit.part('Sending', async () => await sendTo(send, visit, say));
	} catch (error) {
		if (!(error instanceof Stopped)) throw error;
		visit.troubles.push('The run was stopped before its end.');
	}
	if (!clean) {
		visit.finish();
		say('Removing what was made');
		left = await removeOurs(visit, createdIn(visit));
	}
	const { exchanges } = visit.recorder;
	const observations = [...visit.observations, ...exchanges.flatMap(observationsOf)];
	const cleaner = new Cleaner(visit, account, send);
	const report = reportOf(visit, observations, left, account, cleaner);
	return { report, recording: recordingOf(visit, report, cleaner) };
}

/** Signs in and asks for the list; says in one sentence why that does not work. */
async function arrive(
	visit: Visit,
	{ clientId, clientSecret }: Account,
): Promise<string | undefined> {
	let wanted = 'this client ID and secret';
	try {
		let answer = await visit.ask(TOKEN_ROUTE, {}, { clientID: clientId, clientSecret });
		visit.token = tokenIn(objectOf(answer));
		const isSignedIn = visit.token !== '';
		if (isSignedIn) {
			wanted = 'the list of envelopes';
			answer = await visit.ask('GET /sign/envelopes', {});
		}
		if (answer.status === 404) return NO_API;
		if (answer.status >= 400) return `The service refuses ${wanted}: ${brief(answer)}.`;
		return isSignedIn && isObject(answer.json) ? undefined : NO_API;
	} catch (error) {
		if (!(error instanceof Trouble)) throw error;
		const { status } = error;
		if (status === undefined)
			return 'The Base URL gives no answer: check the address and the network.';
		if (status === 429)
			return 'The service limits the rate of requests at the moment (429): wait, then start again.';
		if (status < 400) return NO_API;
		return `The service has trouble at the moment (${status}): start again later.`;
	}
}

const NO_API =
	'The Base URL does not lead to the API: enter the address that is shown next to the client ID.';

/** By their IDs, since a list may lag behind. */
const createdIn = ({ recorder }: Visit): string[] =>
	recorder.exchanges.flatMap(({ route, answer }) => {
		if (route !== 'POST /sign/envelopes' || !answer || answer.status >= 300) return [];
		const { ID, id = ID } = objectOf(answer);
		return id === undefined ? [] : [String(id)];
	});
