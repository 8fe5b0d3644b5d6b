const { availableParallelism } = require('node:os');

/** What every kind of test has in common. */
const common = {
	// Packages are loaded once per process: with the standard environment each file loads n8n anew, which
	// takes three times as long for the unit tests and minutes for the others.
	testEnvironment: '<rootDir>/test/support/jest/environment.js',
	runtime: '<rootDir>/test/support/jest/runtime.js',
	setupFiles: ['<rootDir>/test/support/jest/seed.js'],
	roots: ['nodes', 'credentials', 'sandbox', 'host', 'checks', 'test'].map(
		(name) => `<rootDir>/${name}`,
	),
	transform: { '^.+\\.ts$': '<rootDir>/test/support/jest/transform.js' },
};

const ENGINE = ['engine', 'faults', 'operations', 'examples'];

/** Takes 10 seconds or more, or is about the repository and its tools. */
const SLOW = [
	'/test/(contract|host|live|model|sandbox|simulation)/',
	'/engine/(sessionSilence|tenants)',
	'/faults/downloads',
	'/examples/checkArchive',
	'/pdf-(text|preview)/corpus',
];
const OTHER = ['/node_modules/', '/test/e2e/'];

/** @type {import('jest').Config} */
module.exports = {
	// `npx jest --selectProjects unit`; a path goes in front of it.
	projects: [
		{
			...common,
			displayName: 'slow',
			testRegex: SLOW.map((path) => `${path}.*\\.test\\.ts$`),
			testPathIgnorePatterns: OTHER,
		},
		{
			...common,
			displayName: 'engine',
			testMatch: [`<rootDir>/test/{${ENGINE}}/**/*.test.ts`],
			testPathIgnorePatterns: [...OTHER, ...SLOW],
		},
		{
			...common,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/{nodes,credentials}/**/*.test.ts'],
			testPathIgnorePatterns: [...OTHER, ...SLOW],
		},
	],
	// For what never ends, not for a slow machine; the few long ones have limits of their own.
	testTimeout: 180_000,
	testSequencer: '<rootDir>/test/support/jest/sequencer.js',
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageReporters: ['text', 'json-summary'],
	// The default leaves a core idle, which on two cores is half of the machine; and now and then a test waits.
	maxWorkers: availableParallelism() + 1,
	// What a file leaves behind stays in its process, which is then replaced.
	workerIdleMemoryLimit: '1200MB',
};
