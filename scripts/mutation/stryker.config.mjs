// `npm run mutation -- --mutate nodes/ESignature/core/work.ts`: which changes of the code no test notices.
export default {
	testRunner: 'jest',
	jest: { configFile: 'scripts/mutation/jest.config.js' },
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	// A text is judged by its reader, not by a test.
	mutator: { excludedMutations: ['StringLiteral'] },
	coverageAnalysis: 'perTest',
	// One process runs all tests that reach the files, on a busy machine too.
	dryRunTimeoutMinutes: 30,
	tempDirName: 'artifacts/stryker/work',
	ignorePatterns: ['/artifacts'],
	cleanTempDir: 'always',
	reporters: ['clear-text', 'progress'],
	jsonReporter: { fileName: 'artifacts/stryker/sample.json' },
};
