const { projects, ...run } = require('./jest.config');
const [, engine, unit] = projects;
const { displayName, ...common } = unit;

// Operations are proven in the engine. All else has unit tests, which take a tenth of the time.
const engineTests = process.env.MUTATION === 'actions' ? engine.testMatch : [];
// Proves the inputs of all forms, unlike the other tests of its folder.
const FORMS = '<rootDir>/test/contract/generated.test.ts';
const ignored = unit.testPathIgnorePatterns.filter((path) => !path.includes('contract'));

/** One project for Stryker (`npm run mutation`). */
module.exports = {
	...run,
	...common,
	// Loaded by Stryker itself, which does not know <rootDir>.
	testEnvironment: require.resolve('./test/support/jest/environment.js'),
	testMatch: [...unit.testMatch, FORMS, ...engineTests],
	testPathIgnorePatterns: ignored,
};
