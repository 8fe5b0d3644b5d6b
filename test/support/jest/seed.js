const fc = require('fast-check');

const { DRAWS, SEED } = process.env;

/**
 * The same draws each time, so that a test gives everybody the same result; others with
 * SEED, and wherever all are drawn (see ../draws.ts): fast-check then names the seed of what fails.
 */
const seed = SEED ?? (DRAWS === undefined ? 20_261_117 : undefined);
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
