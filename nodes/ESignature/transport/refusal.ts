import { unlessAborted } from './unlessAborted';
import type { Watch } from './watch';
import { BodyTooLarge, header, readText, type RawReply } from './wire/body';
import type { Failure } from './wire/failure';
import { readProblem, type ProblemDetails } from './wire/problem';
import { readRetryAfter } from './wire/retryAfter';

const LARGEST_PROBLEM = 64 * 1024;

/** What an answer says that is no success. */
export async function readRefusal(reply: RawReply, watch: Watch): Promise<Failure> {
	const status = reply.statusCode;
	const text = await readText(reply.body, LARGEST_PROBLEM, () => watch.touch()).catch(beginning);
	if (status < 400) return { kind: 'redirect', status, location: header(reply, 'location') };
	const problem = readProblem(text);
	return { kind: 'refused', status, problem, retryAfter: readRetryAfter(reply, problem) };
}

/** What a 401 says: n8n throws it, with its body unread somewhere below the error. */
export async function readRejection(error: unknown, watch: Watch): Promise<ProblemDetails> {
	const reading = readText(rejectedBody(error), LARGEST_PROBLEM, () => watch.touch());
	return readProblem(await unlessAborted(reading, watch.signal).catch(beginning));
}

/** Of a text that is too long, the first part says what there is to say. */
const beginning = (error: unknown): string =>
	error instanceof BodyTooLarge ? error.beginning : '';

function rejectedBody(error: unknown): RawReply['body'] {
	let next = error;
	for (let depth = 0; next instanceof Error && depth < 6; depth++) {
		const { response } = next as { response?: { data?: RawReply['body'] } };
		if (response?.data !== undefined) return response.data;
		next = next.cause;
	}
	return undefined;
}
