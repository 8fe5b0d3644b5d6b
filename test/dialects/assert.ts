/** Checks that work inside and outside of jest. */
export { deepEqual, equal, match, ok } from 'node:assert/strict';
