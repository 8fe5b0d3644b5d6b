/** For n8n's log, since a poll has no other place to say them. */
export const UNFINISHED =
	'The full check of the list could not be finished, because the service did not let it go on where the last poll had stopped. Open envelopes are still watched, and new ones are found as far as one poll gets through the list; others may not be reported. Poll more often, so that the check gets through.';
export const NOT_BEGUN =
	'The list of envelopes could not be read to its end yet, because the service did not let a poll go on where the last one had stopped. Nothing is reported until that succeeds. Poll more often, so that it gets through.';
export const MANY_OPEN =
	'There are more open envelopes than this node watches. What happens to the others is found by the full check, which now runs every hour. Cancel or delete envelopes that nobody will sign anymore.';
export const TOO_MUCH =
	'More has changed since the last full check than can be told apart. What happened to open envelopes that this node does not watch may not be reported. Cancel or delete envelopes that nobody will sign anymore.';
export const TIED =
	'So many envelopes were created at the same time, by the dates that the service gives, that the date does not tell new ones from the others. They are found by the full check, which now runs every hour. If more than several hundred come between two checks, some may not be reported.';
export const UNORDERED =
	"The service lists envelopes in no order that can be relied on, so new ones are found only by the full check. To hear of them sooner, set the option 'Full Check Every (Hours)' to a smaller number.";
export const LOST =
	"What this node had kept cannot be read, because it is damaged or was written by another version of the node. It starts over with what exists now, and what has changed since the last poll is not reported. To find that, use the 'Get Many' operation of envelopes with the filter 'Modified After'.";
