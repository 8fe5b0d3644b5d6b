const fc = require('fast-check');

/** The same draws each time, so that what is green stays green for everybody and what is red stays red; others with SEED. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SEED ?? 20_261_117) });
