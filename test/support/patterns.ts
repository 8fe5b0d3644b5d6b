import { setSafeRegexEngine } from 'n8n-workflow';

/**
 * n8n checks "By ID" inputs by their pattern, for which it allows 250 ms of the wall clock: on a busy
 * machine it then sometimes refuses a good ID. The patterns of this package are known to be harmless.
 */
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, by) => input.replace(new RegExp(pattern, flags), by),
	matchAll: (pattern, input, flags = '') => [
		...input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
