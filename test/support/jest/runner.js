const { default: run } = require('jest-circus/runner');

/**
 * As usual, without a message to the main process at the beginning and at the end of each test, which it adds up
 * anew each time: for thousands of tests this takes minutes. It gets the results of a file when the file is over.
 */
module.exports = async (globalConfig, config, environment, runtime, testPath) =>
	await run(globalConfig, config, environment, runtime, testPath);
