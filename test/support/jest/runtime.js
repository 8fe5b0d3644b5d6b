const { createRequire, isBuiltin } = require('node:module');
const Runtime = require('jest-runtime').default;

const isPackage = (name) =>
	!/^[./]/.test(name) && !isBuiltin(name) && !/^(@jest\/|expect$)/.test(name);

/** Loads packages as Node does, once per process; our own files are loaded anew for every test file. */
module.exports = class extends Runtime {
	requireModuleOrMock(from, name) {
		return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
