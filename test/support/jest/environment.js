const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');

/** Stands for the context in which Node itself runs. */
const HERE = Object.freeze({});

/** By name of the file: what was compiled for one test file serves the next, which calls it anew. */
const compiled = new Map();

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options = {}) => {
	const { parsingContext, ...others } = options;
	if (parsingContext !== HERE) return compileFunction(code, parameters, options);
	const known = compiled.get(options.filename);
	if (known?.code === code) return known.made;
	const made = compileFunction(code, parameters, others);
	compiled.set(options.filename, { code, made });
	return made;
};

/**
 * jest-circus makes a storage per test file. Each costs every promise of the process, also when the file is
 * over, until it is disabled; a storage that is used again is enabled again.
 */
const used = new Set();

for (const name of ['run', 'enterWith']) {
	const original = AsyncLocalStorage.prototype[name];
	AsyncLocalStorage.prototype[name] = function (...given) {
		used.add(this);
		return original.apply(this, given);
	};
}

/**
 * Tests run in Node's own context, not in one of their own. What a file imports from node_modules can then be
 * loaded once per process (see runtime.js): n8n-core takes seconds, and nearly every file needs it. In the standard
 * environment 24 files of unit tests take 33 s of processor time instead of 12.
 */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.global = globalThis;
		const { projectConfig } = config;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimers = new LegacyFakeTimers({
			config: projectConfig,
			global: globalThis,
			moduleMocker: this.moduleMocker,
			timerConfig: { idToRef: (id) => id, refToId: (timer) => timer },
		});
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
	}

	async teardown() {
		await super.teardown();
		for (const storage of used) storage.disable();
		used.clear();
	}

	getVmContext() {
		return HERE;
	}
};
