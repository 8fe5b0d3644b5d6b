const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const transform = require('../../../test/support/jest/transform.js');

const MUTATED = /^(nodes|credentials)\//;

/**
 * The sources as Stryker writes them, with all mutants in them and none switched on. They are swapped in here, so that
 * the tree itself stays as it is: the tests that read it must not take mutants for code.
 */
function textOf(text, file, { config }) {
	const path = relative(config.rootDir, file);
	return MUTATED.test(path) ? readFileSync(join(process.env.MUTATION_BUILD, path), 'utf8') : text;
}

module.exports = {
	getCacheKey: (text, file, options) =>
		createHash('sha256')
			.update(`${file}\0${textOf(text, file, options)}`)
			.digest('hex'),
	process: (text, file, options) => transform.process(textOf(text, file, options), file),
};
