const { projects, ...run } = require('./jest.config');
const { displayName, testRegex, ...common } = projects[0];

/** @type {import('jest').Config} */
module.exports = {
	...run,
	...common,
	testPathIgnorePatterns: ['/node_modules/', '/e2e/nightly/'],
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.ts',
	// Longer than a slow machine needs to build the package and to start n8n.
	testTimeout: 600_000,
	// One n8n serves most files; the longest ones have their own, and mostly sleep.
	maxWorkers: 3,
};
