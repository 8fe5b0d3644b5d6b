const base = require('../../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../../..',
	testEnvironment: '<rootDir>/checks/mutation/jest/environment.js',
	transform: { '^.+\\.ts$': '<rootDir>/checks/mutation/jest/transform.js' },
};
