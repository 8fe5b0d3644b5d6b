import type { Fault } from '../../sandbox';

/** The request took effect, but its answer did not arrive. */
export const LOST: Array<[string, Fault]> = [
	['a reset', { kind: 'reset', applied: true }],
	['a reset in mid answer', { kind: 'reset', when: 'body', applied: true }],
	['a 500', { kind: 'status', status: 500, applied: true }],
	['a 502', { kind: 'status', status: 502, applied: true }],
	['a 503', { kind: 'status', status: 503, applied: true }],
	['a 504', { kind: 'status', status: 504, applied: true }],
	['half an answer', { kind: 'body', body: '{"ID": "1', applied: true }],
	['an empty answer', { kind: 'body', body: '', applied: true }],
];
/** The request had no effect, but the answer does not tell. */
export const IN_VAIN: Array<[string, Fault]> = [
	['a reset without effect', { kind: 'reset' }],
	['a 502 without effect', { kind: 'status', status: 502 }],
];

/** What a user is told when nobody can know. */
export const UNCERTAIN = 'It is not known whether the service carried out this step';
