const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const vm = require('node:vm');

/** Stands for the context in which Node itself runs. */
const HERE = Object.freeze({});

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options = {}) => {
	const { parsingContext, ...others } = options;
	return compileFunction(code, parameters, parsingContext === HERE ? others : options);
};

/**
 * Tests run in Node's own context, not in one of their own. What a file imports from node_modules can then be
 * loaded once per process (see runtime.js): n8n-core takes seconds, and nearly every file needs it.
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

	getVmContext() {
		return HERE;
	}
};
