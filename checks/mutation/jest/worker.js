// Runs test files in this process, one at a time, with one mutant or none switched on. Packages stay loaded between
// them, and our own files are loaded anew, so that what a module does while it loads is mutated, too.
const { readConfig } = require('jest-config');
const Runtime = require('jest-runtime').default;
const TestRunner = require('jest-runner').default;

const GOES_ON = { isInterrupted: () => false };

// The switches of all mutants (see ../switches.ts), and what the environment has to know.
const mutation = { active: -1, reached: new Uint8Array(2 ** 16), only: '', failed: '' };
globalThis.mutation = mutation;

async function open() {
	const argv = { _: [], $0: 'mutation', config: `${__dirname}/config.js`, silent: true };
	const { globalConfig, projectConfig } = await readConfig(argv, `${__dirname}/../../..`);
	const context = await Runtime.createContext(projectConfig, { maxWorkers: 1, watchman: false });
	return { globalConfig, context };
}

async function isPassed({ globalConfig, context }, file) {
	const runner = new TestRunner(globalConfig, {});
	let passed = false;
	runner.on('test-file-success', ([, { numFailingTests, testExecError }]) => {
		passed = numFailingTests === 0 && !testExecError;
	});
	const path = `${context.config.rootDir}/${file}`;
	await runner.runTests([{ context, path }], GOES_ON, { serial: true });
	return passed;
}

const opened = open();

process.on('message', async ({ mutant, file, only = '' }) => {
	const jest = await opened;
	Object.assign(mutation, { active: mutant, only, failed: '' });
	mutation.reached.fill(0);
	const began = performance.now();
	const used = process.cpuUsage();
	const passed = await isPassed(jest, file);
	const { user, system } = process.cpuUsage(used);
	process.send({
		outcome: passed ? 'passed' : 'failed',
		test: mutation.failed,
		ms: Math.round(performance.now() - began),
		work: Math.round((user + system) / 1000),
		reached: [...mutation.reached.keys()].filter((id) => mutation.reached[id]),
		memory: process.memoryUsage().rss,
	});
});
