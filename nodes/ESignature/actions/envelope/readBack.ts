import type { Envelope } from '../../api';

export type Shown<Thing> = Thing & { warnings?: string[] };

/**
 * The whole envelope after a write that is done: answers to writes lack a part of it. Nothing that is read here
 * undoes what was done: if it cannot be read, what is known stands, and of a copy that lags behind only what
 * the answer to the write does not tell.
 */
export async function readBack(
	read: () => Promise<Envelope>,
	{ known, proved }: { known: object; proved: object },
	isOld: (now: Envelope) => boolean,
): Promise<Shown<Envelope>> {
	const now = await read().catch(() => undefined);
	if (!now) return { ...(known as Envelope), ...proved, warnings: [NOT_READ] };
	return isOld(now) ? { ...now, ...proved } : now;
}

const NOT_READ =
	'This was done, but the envelope could not be read afterwards: parts of it may be missing here.';
