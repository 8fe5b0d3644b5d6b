import type { Fault } from '../../sandbox';

/** The request took effect, but its answer did not arrive: one of each kind, the unit tests have all statuses. */
export const LOST: Array<[string, Fault]> = [
	['a reset', { kind: 'reset', when: 'body', applied: true }],
	['a 503', { kind: 'status', status: 503, applied: true }],
	['half an answer', { kind: 'body', body: '{"ID": "1', applied: true }],
];
/** The request had no effect, but the answer does not tell. */
export const IN_VAIN: Array<[string, Fault]> = [['a reset without effect', { kind: 'reset' }]];

/** The message of an unknown outcome. */
export const UNCERTAIN = 'It is not known whether the service carried out this step';
