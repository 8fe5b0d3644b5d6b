/**
 * Loaded into every n8n that the host starts, before n8n itself. No connection leaves the machine, whatever n8n or a
 * workflow asks for, and n8n ends with the program that started it, even if that was ended by force.
 */
'use strict';

const { Socket, isIP } = require('node:net');
const { appendFileSync } = require('node:fs');

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;
const connect = Socket.prototype.connect;

Socket.prototype.connect = function (...args) {
	const given = Array.isArray(args[0]) ? args[0][0] : args[0];
	const options =
		typeof given === 'object' && given !== null ? given : { port: given, host: args[1] };
	// No host means localhost; a path is a socket of this machine.
	const host = String(options.host || 'localhost');
	if (!options.path && !LOOPBACK.test(host)) {
		appendFileSync(process.env.HOST_REFUSED_LOG, `${host}:${options.port}\n`);
		const kind = isIP(host) ? 'address' : 'name';
		const error = new Error(`This n8n may not leave the machine (${kind} ${host})`);
		process.nextTick(() => this.destroy(Object.assign(error, { code: 'ECONNREFUSED' })));
		return this;
	}
	return connect.apply(this, args);
};

const parent = process.ppid;
setInterval(() => {
	if (process.ppid !== parent) process.exit(1);
}, 2000).unref();
