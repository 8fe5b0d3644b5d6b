const base = require('../../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../../..',
	testEnvironment: '<rootDir>/checks/mutation/jest/environment.js',
	// A mutant that waits for ever is common here; the tests themselves take seconds.
	testTimeout: 120_000,
	transform: { '^.+\\.ts$': '<rootDir>/checks/mutation/jest/transform.js' },
};
