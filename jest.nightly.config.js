/** What kills n8n many times, polls for minutes or moves much: `npm run test:nightly`. */
module.exports = {
	...require('./jest.e2e.config'),
	testPathIgnorePatterns: ['/node_modules/'],
	testMatch: ['<rootDir>/test/e2e/nightly/**/*.test.ts'],
};
