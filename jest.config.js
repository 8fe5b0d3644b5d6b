const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	// Packages are loaded once per process: n8n-core alone takes seconds, and most files need it.
	testEnvironment: '<rootDir>/test/support/jest/environment.js',
	runtime: '<rootDir>/test/support/jest/runtime.js',
	testRunner: '<rootDir>/test/support/jest/runner.js',
	testSequencer: '<rootDir>/test/support/jest/sequencer.js',
	setupFiles: ['<rootDir>/test/support/jest/seed.js'],
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '/test/e2e/'],
	transform: { '^.+\\.ts$': '<rootDir>/test/support/jest/transform.js' },
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageReporters: ['text', 'json-summary'],
	// For what never ends, not for a slow machine; the few long ones have limits of their own.
	testTimeout: 180_000,
	// The default leaves a core idle, which on two cores is half of the machine; and now and then a test waits.
	maxWorkers: availableParallelism() + 1,
	// What a file leaves behind stays in its process, which is then replaced.
	workerIdleMemoryLimit: '1200MB',
};
