import fc from 'fast-check';

import type { Fault } from '../../sandbox';

const ANSWERS = ['reset', 'cut', 500, 503, 504, 520, 524, 599, 'malformed', 'html'] as const;

/** How an answer gets lost: the client cannot tell whether the request took effect. */
type Lost = (typeof ANSWERS)[number];

export type WriteFault =
	| { effect: 'answered' }
	/** The client gets no answer, or one that makes no sense. */
	| { effect: 'applied' | 'notApplied'; answer: Lost }
	/** The first entries of a bulk request are applied, and its answer is lost. */
	| { effect: 'half'; entries: number; answer: Lost }
	/** Applied after so many further requests; undefined: when all executions have ended. */
	| { effect: 'late'; after?: number; answer: Lost }
	| { effect: 'double'; answer?: Lost }
	/** Answered correctly, but only after so many further requests; it takes effect at once or just before the answer. */
	| { effect: 'slow'; after: number; applied: boolean }
	/** Refused, without effect. */
	| { effect: 'refused'; answer: 400 | 403 | 422 };

/** `stale`: as it was so many requests ago. */
export type ReadFault = 'answered' | 503 | { stale: number };

export type OtherClientAct =
	| { act: 'sameName' | 'sameDocument' | 'exactTwin' | 'otherTwin'; which: number }
	| { act: 'deletes' | 'sends' | 'cancels' | 'removesSomebody'; which: number };

/** The faults of a run: per write in order, per read in order, and who else writes when. */
export interface FaultPlan {
	writes: WriteFault[];
	reads: ReadFault[];
	/** Before the request with this number. */
	otherClient: Array<OtherClientAct & { before: number }>;
	/** So many requests in a row, the first with this number, are answered 503 and have no effect. */
	outage?: { from: number; requests: number };
	/** The outcomes of the next uploads, in order; all later ones are processed. */
	documents: Array<'uploaded' | 'failed'>;
}

const lost = fc.constantFrom<Lost>(...ANSWERS);
/** How many requests a read can lag behind; with a list that lags longer, no client could find out anything. */
export const MAX_STALE_SNAPSHOTS = 3;

const few = fc.nat({ max: 7 });

const writeFault: fc.Arbitrary<WriteFault> = fc.oneof(
	{ weight: 5, arbitrary: fc.constant({ effect: 'answered' } as const) },
	{ weight: 4, arbitrary: fc.record({ effect: fc.constant('applied' as const), answer: lost }) },
	{ weight: 4, arbitrary: fc.record({ effect: fc.constant('notApplied' as const), answer: lost }) },
	{
		weight: 3,
		arbitrary: fc.record({
			effect: fc.constant('late' as const),
			after: fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined }),
			answer: lost,
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			effect: fc.constant('half' as const),
			entries: fc.integer({ min: 1, max: 2 }),
			answer: lost,
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			effect: fc.constant('slow' as const),
			after: fc.integer({ min: 1, max: 6 }),
			applied: fc.boolean(),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			effect: fc.constant('double' as const),
			answer: fc.option(lost, { nil: undefined }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			effect: fc.constant('refused' as const),
			answer: fc.constantFrom(400 as const, 403 as const, 422 as const),
		}),
	},
);

const readFault: fc.Arbitrary<ReadFault> = fc.oneof(
	{ weight: 6, arbitrary: fc.constant('answered' as const) },
	{ weight: 1, arbitrary: fc.constant(503 as const) },
	{ weight: 2, arbitrary: fc.record({ stale: fc.integer({ min: 1, max: MAX_STALE_SNAPSHOTS }) }) },
);

export const otherClientAct: fc.Arbitrary<OtherClientAct> = fc.record({
	act: fc.constantFrom<OtherClientAct['act']>(
		...(['sameName', 'sameName', 'sameName', 'sameDocument', 'sameDocument'] as const),
		...(['otherTwin', 'otherTwin', 'exactTwin'] as const),
		...(['deletes', 'sends', 'cancels', 'removesSomebody'] as const),
	),
	which: few,
});

export const faultPlan: fc.Arbitrary<FaultPlan> = fc.record({
	writes: fc.array(writeFault, { maxLength: 8 }),
	reads: fc.oneof(
		{ weight: 2, arbitrary: fc.constant<ReadFault[]>([]) },
		{ weight: 1, arbitrary: fc.array(readFault, { maxLength: 8 }) },
	),
	otherClient: fc.array(
		fc
			.tuple(otherClientAct, fc.integer({ min: 1, max: 16 }))
			.map(([act, before]) => ({ ...act, before })),
		{ maxLength: 3 },
	),
	outage: fc.option(
		fc.record({
			from: fc.integer({ min: 1, max: 20 }),
			requests: fc.integer({ min: 1, max: 40 }),
		}),
		{ nil: undefined, freq: 4 },
	),
	documents: fc.oneof(
		{ weight: 3, arbitrary: fc.constant<FaultPlan['documents']>([]) },
		{
			weight: 1,
			arbitrary: fc.array(fc.constantFrom('uploaded' as const, 'failed' as const), {
				maxLength: 3,
			}),
		},
	),
});

/** An answer that does not show whether the request took effect. */
export function lostAnswer(answer: Lost, applied: boolean): Fault {
	switch (answer) {
		case 'reset':
			return { kind: 'reset', applied };
		case 'cut':
			return { kind: 'reset', when: 'body', applied };
		case 'malformed':
			return { kind: 'body', body: '{"ID": "1', applied };
		case 'html':
			return {
				kind: 'body',
				body: '<html><body>Please sign in to this network</body></html>',
				contentType: 'text/html',
				applied,
			};
		default:
			return { kind: 'status', status: answer, applied };
	}
}
