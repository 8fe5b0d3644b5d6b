/* eslint-disable @n8n/community-nodes/no-restricted-imports -- works inside and outside of jest */
export { deepEqual, equal, match, ok } from 'node:assert/strict';
