import type { BodyOf, JsonRoute, ReplyTo } from '../api/endpoints';
import { GENERAL } from '../errors/sentences';
import { caught, isUnknown, statusOf, UserError } from '../errors/userError';
import { whereToCheck, type RequestArguments } from '../transport/client';
import type { Call } from './operation';

/** `reconciled`: found by reading, because the answer was lost or did not show it. */
export type Reconciled<Thing> = Thing & { reconciled?: true };

/** The service may show late what it has done. */
const READ_BACK_DELAYS_MS = [500, 1000, 2000, 4000] as const;

export type Reader = Pick<Call, 'request'>;
type Waiting = Pick<Call, 'pause'>;
type Writing = Pick<Call, 'request' | 'pause'>;

interface ReadBack<Seen, Found> {
	found?: Found;
	/** The last successful read. */
	last?: Seen;
}

/** Reads until something decides. A read that fails is not the end: the service may be in trouble. */
export async function readUntil<Seen, Found>(
	{ pause }: Waiting,
	read: () => Promise<Seen>,
	decide: (seen: Seen) => Found | undefined,
	{ atOnce = false } = {},
): Promise<ReadBack<Seen, Found>> {
	const result: ReadBack<Seen, Found> = {};
	for (const wait of atOnce ? [0, ...READ_BACK_DELAYS_MS] : READ_BACK_DELAYS_MS) {
		if (wait > 0) await pause(wait);
		const seen = await read().then(
			(value) => ({ value }),
			() => undefined,
		);
		if (!seen) continue;
		result.last = seen.value;
		const found = decide(seen.value);
		if (found !== undefined) return { ...result, found };
	}
	return result;
}

/** How it is found out whether a write is done. */
export interface Settling<Reply> {
	/** Whether an answer, or what was read back, shows that it is done. Without it, any answer does. */
	isDone?(shown: Reply): boolean;
	/** Reads it in the form of the answer; undefined if it is not there. Left out where reading cannot tell. */
	readBack?(reader: Reader): Promise<Reply | undefined>;
	/** A second such request changes nothing, or is refused. */
	repeatable?: boolean;
}

/**
 * Makes a write and finds out whether it is done. If the answer does not show it, because it was lost or is about
 * something else, the service is read a few times. If that does not show it either, a lost request is made once more
 * where that is harmless; otherwise the outcome is unknown.
 */
export async function settle<Reply>(
	call: Writing,
	send: () => Promise<Reply>,
	{ isDone = () => true, readBack, repeatable = false }: Settling<Reply>,
	adviceIfUnknown = '',
): Promise<{ reply: Reply; reconciled: boolean }> {
	let lost: unknown;
	for (let mayRepeat = repeatable; ; mayRepeat = false) {
		const sent = await send().then(
			(reply) => ({ reply }),
			(error: unknown) => ({ error }),
		);
		if ('reply' in sent && isDone(sent.reply)) return { reply: sent.reply, reconciled: false };
		// A refusal is an answer, unless an earlier request may still take effect.
		if ('error' in sent && lost === undefined && !isUnknown(sent.error)) throw sent.error;
		lost ??= ('error' in sent ? caught(sent.error) : NOT_CONFIRMED).with(
			adviceIfUnknown ? { adviceIfUnknown } : {},
		);
		if (!readBack) throw lost;
		const hasArrived = 'reply' in sent || isSuccess(statusOf(sent.error));
		// One attempt each, since a read-back is repeated anyway.
		const reader: Reader = {
			request: async (route, args) => await call.request(route, { ...args, singleAttempt: true }),
		};
		const { found, last } = await readUntil(
			call,
			async () => ({ shown: await readBack(reader) }),
			({ shown }) => (shown !== undefined && isDone(shown) ? { reply: shown } : undefined),
			{ atOnce: hasArrived },
		);
		if (found) return { ...found, reconciled: true };
		// A request that was accepted may still be carried out, so a second one could be one too many.
		if (!mayRepeat || last === undefined || hasArrived) throw lost;
	}
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const NOT_CONFIRMED = new UserError(GENERAL.unconfirmed.message, '', { outcome: 'unknown' });

/** A write whose answer, or what is read back, shows the thing as it should be. */
export async function write<R extends JsonRoute, Body extends BodyOf<R>>(
	call: Writing,
	route: R,
	args: RequestArguments<R, Body>,
	settling: Settling<ReplyTo<R, Body>>,
): Promise<Reconciled<ReplyTo<R, Body>>> {
	const { reply, reconciled } = await settle(
		call,
		async () => await call.request(route, args),
		settling,
		whereToCheck(args),
	);
	return (reconciled ? { ...(reply as object), reconciled } : reply) as Reconciled<
		ReplyTo<R, Body>
	>;
}

/** A deletion. Without the published answer, it is done if the thing is gone. */
export async function remove(
	call: Writing,
	send: () => Promise<unknown>,
	isGone: (reader: Reader) => Promise<boolean>,
): Promise<Reconciled<object>> {
	const { reconciled } = await settle<unknown>(call, send, {
		readBack: async (reader) => ((await isGone(reader)) ? 'gone' : undefined),
		repeatable: true,
	});
	return reconciled ? { reconciled } : {};
}
