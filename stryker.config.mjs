import jest from './jest.config.js';

const [, engine, unit] = jest.projects;
// Stryker brings a runner of its own, to see which test reaches which mutant.
const { displayName, testRunner, ...common } = unit;

/**
 * `npm run mutation -- --mutate nodes/ESignature/core/plan.ts`: which changes of the code no test notices.
 * What was judged before is taken from the report of the last run.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	jest: { config: { ...common, testMatch: [...unit.testMatch, ...engine.testMatch] } },
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	// A text is judged by its reader, not by a test.
	mutator: { excludedMutations: ['StringLiteral'] },
	coverageAnalysis: 'perTest',
	incremental: true,
	incrementalFile: 'artifacts/stryker/incremental.json',
	tempDirName: 'artifacts/stryker/work',
	ignorePatterns: ['artifacts', 'docs', 'bench/plots'],
	reporters: ['clear-text', 'progress'],
};
