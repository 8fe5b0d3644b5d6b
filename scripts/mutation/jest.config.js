const { projects, ...run } = require('../../jest.config');
const [engine, unit] = ['engine', 'unit'].map((name) =>
	projects.find(({ displayName }) => displayName === name),
);
const { displayName, ...common } = unit;

// Operations are proven in the engine. All else has unit tests, which take a tenth of the time.
const engineTests = process.env.MUTATION === 'actions' ? [engine.testRegex] : [];
// What n8n does in a wait shows only in its engine.
const WAITING = '/test/engine/(waitUntilSigned|createAndSendWait)\\.test\\.ts$';
// Proves the inputs of all forms, unlike the other tests of its folder.
const FORMS = '/test/contract/generated\\.test\\.ts$';
const ALL = [unit.testRegex, FORMS, WAITING, ...engineTests];

/** The tests that mirror a folder, for `npm run mutation:sample`. */
const testsOf = (folder) => [
	`/test/nodes/ESignature/${folder}/(?!.*corpus).*\\.test\\.ts$`,
	FORMS,
	...(folder === 'waiting' ? [WAITING] : []),
];
const { MUTATION_FOLDER } = process.env;

/** One project, since Stryker takes no more. */
module.exports = {
	...run,
	...common,
	rootDir: '../..',
	// Loaded by Stryker itself, which does not know <rootDir>.
	testEnvironment: require.resolve('../../test/support/jest/environment.js'),
	// A change that makes a test wait forever fails it then; Stryker itself would wait as long as all tests take.
	testTimeout: 30_000,
	testRegex: MUTATION_FOLDER ? testsOf(MUTATION_FOLDER) : ALL,
};
