import { header, type RawReply } from './body';
import type { ProblemDetails } from './problem';

/**
 * How long the service asks us to wait, in milliseconds: the `Retry-After` header (seconds, or a date
 * read against the reply's own clock) or the body's `extensions.retry_after`; the later of the two.
 */
export function readRetryAfter(
	reply: Pick<RawReply, 'headers'>,
	problem: Pick<ProblemDetails, 'retryAfter'>,
	now = Date.now(),
): number | undefined {
	const asked = header(reply, 'retry-after')?.trim() ?? '';
	const hints = [
		/^\d{1,15}$/.test(asked) ? Number(asked) * 1000 : date(asked) - clock(reply, now),
		(problem.retryAfter ?? NaN) * 1000,
	].filter((hint) => Number.isFinite(hint) && hint >= 0);
	return hints.length > 0 ? Math.max(...hints) : undefined;
}

/** HTTP's own form of a date, or ISO 8601; the parser alone would take nearly anything. */
const date = (text: string): number =>
	/^[A-Z][a-z]{2,8},? .{5,30} GMT$|^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN;

function clock(reply: Pick<RawReply, 'headers'>, now: number): number {
	const date = Date.parse(header(reply, 'date') ?? '');
	return Number.isNaN(date) ? now : date;
}
