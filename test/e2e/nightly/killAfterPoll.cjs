'use strict';

// Loaded into n8n before anything else. If the file named by KILL_AFTER_POLL exists, n8n is killed at the end of the next
// poll that has found something: the poll is over, and neither its state nor its run is written.
const { existsSync, rmSync } = require('node:fs');
const Module = require('node:module');

const flag = process.env.KILL_AFTER_POLL ?? '';
const load = Module._load;
const wrapped = new Set();

Module._load = function (...args) {
	const loaded = load.apply(this, args);
	const name = 'ESignaturePollingTrigger';
	// Other modules may have getters that fail when they are read.
	const node = String(args[0]).endsWith(`${name}.node.js`) ? loaded[name].prototype : undefined;
	if (node && !wrapped.has(node)) {
		wrapped.add(node);
		const { poll } = node;
		node.poll = async function () {
			const found = await poll.call(this);
			if (found && existsSync(flag)) {
				rmSync(flag);
				process.kill(process.pid, 'SIGKILL');
			}
			return found;
		};
	}
	return loaded;
};
