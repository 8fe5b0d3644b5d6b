const { createRequire, isBuiltin } = require('node:module');
const { compileFunction } = require('node:vm');
const Runtime = require('jest-runtime').default;

const isPackage = (name) =>
	!/^[./]/.test(name) && !isBuiltin(name) && !/^(@jest\/|expect$)/.test(name);

/** Loads packages as Node does, once per process; our own files are loaded anew for every test file. */
module.exports = class extends Runtime {
	constructor(...given) {
		super(...given);
		const { executor } = this;
		// In Node's own context, where the standard one compiles for the context of the environment.
		executor.compile = (code, filename) =>
			compileFunction(code, executor.injectedModuleParameters, { filename });
	}

	requireModuleOrMock(from, name) {
		return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
