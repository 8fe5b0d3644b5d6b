/**
 * Loaded into every n8n that the host starts. With HOST_CLOCK, the path of a file, n8n's clock is ahead by the milliseconds
 * in it. What is added while n8n runs counts as uptime.
 */
'use strict';

const { readFileSync } = require('node:fs');

const { HOST_CLOCK } = process.env;

if (HOST_CLOCK !== undefined) {
	const read = () => Number(readFileSync(HOST_CLOCK, 'utf8'));
	const atStart = read();
	let ahead = atStart;
	setInterval(() => (ahead = read()), 200).unref();

	const { now } = Date;
	const later = () => now() + ahead;
	globalThis.Date = new Proxy(Date, {
		construct: (type, parts, target) =>
			Reflect.construct(type, parts.length > 0 ? parts : [later()], target),
		get: (type, name) => (name === 'now' ? later : Reflect.get(type, name)),
	});
	const elapsed = performance.now.bind(performance);
	performance.now = () => elapsed() + ahead - atStart;
}
