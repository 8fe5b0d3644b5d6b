const { transformSync } = require('esbuild');

/** Types are checked by `npm run typecheck`; here they are only left out, which TypeScript itself does ten times slower. */
module.exports = {
	process: (source, sourcefile) =>
		transformSync(source, {
			loader: 'ts',
			format: 'cjs',
			target: 'node20',
			sourcefile,
			sourcemap: 'inline',
			// jest runs a file as a script, which can only require.
			supported: { 'dynamic-import': false },
		}),
};
