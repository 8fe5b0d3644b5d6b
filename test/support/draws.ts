/* eslint-disable @n8n/community-nodes/no-restricted-globals -- set by whoever runs the tests */

/**
 * How often a test draws. The same draws each time (see jest/seed.js) prove nothing new, so the usual run takes a
 * fifth of them; `npm run draws` takes all, and others each time.
 */
export const draws = (all: number): number => Math.ceil(all * Number(process.env.DRAWS ?? 1 / 5));
