import type { BodyOf, PathIds, QueryOf, ReplyTo, Route, UUID } from '../api';
import type { Settle } from './persist';
import type { Failure } from './wire/failure';

/** Why an answer does not show what was asked for, in a sentence; undefined if it does. */
export type Objection<Reply> = (reply: Reply) => string | undefined;

export type RequestArguments<R extends Route, Body> = PathIds<R> &
	(undefined extends BodyOf<R> ? { body?: Body } : { body: Body }) & {
		query?: R extends keyof QueryOf ? QueryOf[R] : never;
		/** Asked about the answer of a write: what it does not show is settled like what was lost. */
		objection?: Objection<ReplyTo<R, Body>>;
		/** Asked when the outcome of a write is unknown: reads what is there and decides. */
		settle?: Settle<ReplyTo<R, Body>>;
		/** Where to look when the outcome stays unknown; the envelope, if nothing else is said. */
		lookAt?: string;
		/** Remembers a write that was left in doubt, so that it is settled before it is made again. */
		doubts?: Map<string, Failure>;
		timeout?: number;
		/** Of a read that is itself repeated: it is not tried again each time. */
		once?: boolean;
		finish?: boolean;
	};

/** What an error says beside its failure. */
export interface About {
	envelopeID?: UUID;
	uncertain?: boolean;
	lookAt?: string;
}
