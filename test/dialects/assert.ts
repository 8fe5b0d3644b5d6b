/** Checks that work inside and outside of jest. */
export { deepEqual, equal, ok } from 'node:assert/strict';
