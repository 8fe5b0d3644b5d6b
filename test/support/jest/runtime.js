const { createRequire, isBuiltin } = require('node:module');
const { compileFunction } = require('node:vm');
const Runtime = require('jest-runtime').default;

const isPackage = (name) =>
	!/^[./]/.test(name) && !isBuiltin(name) && !/^(@jest\/|expect$)/.test(name);

/** By name of the file: what was compiled for one test file serves the next, which calls it anew. */
const compiled = new Map();

/** Loads packages as Node does, once per process; our own files are loaded anew for every test file. */
module.exports = class extends Runtime {
	constructor(...given) {
		super(...given);
		const { executor } = this;
		// In Node's own context, where the standard one compiles for the context of the environment.
		executor.compile = (code, filename) => {
			const known = compiled.get(filename);
			if (known?.code === code) return known.made;
			const made = compileFunction(code, executor.injectedModuleParameters, { filename });
			compiled.set(filename, { code, made });
			return made;
		};
	}

	requireModuleOrMock(from, name) {
		return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
