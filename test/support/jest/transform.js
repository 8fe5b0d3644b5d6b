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
			// As in tsconfig.json: strict mode, in which a write to a frozen object fails, and the fields of classes.
			tsconfigRaw: { compilerOptions: { strict: true, target: 'ES2022' } },
			// jest runs a file as a script, which can only require.
			supported: { 'dynamic-import': false },
		}),
};
