/**
 * Loaded into every n8n that the host starts, before n8n itself. No connection leaves the machine, whatever n8n or a
 * workflow asks for, and n8n ends with the program that started it, even if that was ended by force. With
 * HOST_LOOPBACK_ONLY it answers only to the names of this machine.
 */
'use strict';

const { Server } = require('node:http');
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

// n8n takes any Host header: a foreign name that was made to point here (DNS rebinding) would let a web page use it.
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
const REQUESTS = ['request', 'checkContinue', 'checkExpectation', 'upgrade', 'connect'];
const REFUSAL = 'This n8n answers as 127.0.0.1 or localhost only.\n';
const emit = Server.prototype.emit;

if (process.env.HOST_LOOPBACK_ONLY) {
	Server.prototype.emit = function (event, ...args) {
		const [request, answer] = args;
		if (!REQUESTS.includes(event) || OWN_NAME.test(request.headers.host ?? '')) {
			return emit.call(this, event, ...args);
		}
		if (answer instanceof Socket) {
			answer.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
		} else {
			answer.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end(REFUSAL);
		}
		return true;
	};
}

const parent = process.ppid;
setInterval(() => {
	if (process.ppid !== parent) process.exit(1);
}, 2000).unref();
