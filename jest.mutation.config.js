const { projects, ...run } = require('./jest.config');
const [, engine, unit] = projects;
// Stryker brings a runner of its own, to see which test reaches which mutant.
const { displayName, testRunner, ...common } = unit;

/** One project for Stryker (`npm run mutation`): the unit and the engine tests together. */
module.exports = {
	...run,
	...common,
	// Loaded by Stryker itself, which does not know <rootDir>.
	testEnvironment: require.resolve('./test/support/jest/environment.js'),
	testMatch: [...unit.testMatch, ...engine.testMatch],
};
