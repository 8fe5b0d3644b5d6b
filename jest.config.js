const { availableParallelism } = require('node:os');

/** What every kind of test has in common. */
const common = {
	// Packages are loaded once per process: with the standard environment each file loads n8n anew, which
	// takes three times as long for the unit tests and minutes for the others.
	testEnvironment: '<rootDir>/test/support/jest/environment.js',
	runtime: '<rootDir>/test/support/jest/runtime.js',
	setupFiles: ['<rootDir>/test/support/jest/seed.js'],
	roots: ['nodes', 'credentials', 'sandbox', 'host', 'live', 'scripts', 'test'].map(
		(name) => `<rootDir>/${name}`,
	),
	transform: { '^.+\\.ts$': '<rootDir>/test/support/jest/transform.js' },
};

/** One n8n with the packed package serves most files. */
const inRealN8n = {
	...common,
	globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
	globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.ts',
};

const ENGINE = 'engine|faults|operations|examples';
const UNIT = 'nodes';

/** Those of them that take 10 seconds or more. */
const SLOW =
	'engine/(sessionSilence|tenants)|faults/downloads|examples/checkArchive|nodes/.*/corpus';

/** @type {import('jest').Config} */
module.exports = {
	// `npx jest --selectProjects unit`; a path goes in front of it.
	projects: [
		{
			...common,
			displayName: 'slow',
			// All that belongs to no other project, so that no test is forgotten.
			testMatch: ['<rootDir>/{live,scripts,test}/**/*.test.ts'],
			testPathIgnorePatterns: [
				'/node_modules/',
				'/test/(e2e|simulation)/',
				`/test/(?!${SLOW})(${ENGINE}|${UNIT})/`,
			],
		},
		{
			...common,
			displayName: 'engine',
			testRegex: `/test/(?!${SLOW})(${ENGINE})/.*\\.test\\.ts$`,
		},
		{
			...common,
			displayName: 'unit',
			testRegex: `/test/(?!${SLOW})(${UNIT})/.*\\.test\\.ts$`,
		},
		{
			...inRealN8n,
			displayName: 'e2e',
			testMatch: ['<rootDir>/test/e2e/**/*.test.ts', '!**/e2e/nightly/**'],
		},
		{
			...inRealN8n,
			// Kills n8n many times, polls for minutes, moves much, or simulates a month.
			displayName: 'nightly',
			testMatch: ['<rootDir>/test/{e2e/nightly,simulation}/**/*.test.ts'],
		},
	],
	// For what never ends. Longer than a slow machine needs to build the package and to start n8n; the few long tests have
	// limits of their own.
	testTimeout: 600_000,
	testSequencer: '<rootDir>/test/support/jest/sequencer.js',
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageReporters: ['text', 'json-summary'],
	// The default leaves a core idle, which on two cores is half of the machine; and now and then a test waits.
	maxWorkers: availableParallelism() + 1,
	// What a file leaves behind stays in its process, which is then replaced.
	workerIdleMemoryLimit: '1200MB',
};
