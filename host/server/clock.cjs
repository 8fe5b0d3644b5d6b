/**
 * Loaded into every n8n that the host starts. With HOST_CLOCK_AHEAD, in milliseconds, n8n takes it to be later than it
 * is, as after a time in which it did not run.
 */
'use strict';

const ahead = Number(process.env.HOST_CLOCK_AHEAD ?? 0);
const { now } = Date;
const later = () => now() + ahead;

if (ahead > 0) {
	globalThis.Date = new Proxy(Date, {
		construct: (type, parts, target) =>
			Reflect.construct(type, parts.length > 0 ? parts : [later()], target),
		get: (type, name) => (name === 'now' ? later : Reflect.get(type, name)),
	});
}
