import type { Claim, Kind, Settlement } from '../core';
import type { Listed } from './listAll';

/** What to think of an answer, and what to do without a good one. */
export interface Judged<Reply> {
	objection(reply: Reply): string | undefined;
	settle(): Promise<Settlement<Reply>>;
	/** Where to look when nobody knows. */
	lookAt: string;
}

/** How things of one kind are created, one or several at a time. */
export interface Creation<Wanted, Made> {
	kind: Kind<Wanted, Made>;
	/** Names the things and where they are, for the user: `participants of envelope ...`. */
	place: string;
	/** What is there before, where that is known without reading. */
	before?: Made[];
	/** In a draft that is deleted as a whole when anything is in doubt, nothing needs to be looked for. */
	inOwnDraft?: boolean;
	/** What to say if nothing tells them apart; set where something is done with each of them afterwards. */
	unclear?(): Error;
	/** Announced already, where what is there had to be read under its protection. */
	claim?: Claim<Wanted>;
	list(): Promise<Listed<Made>>;
	one(body: Wanted, answer: Judged<Made>): Promise<Made>;
	many(body: { items: Wanted[] }, answer: Judged<{ items: Made[] }>): Promise<{ items: Made[] }>;
	/** Compares the answers with what was sent, where an answer that differs must not count as done. */
	confirm?(wanted: Wanted[], made: Made[]): Promise<Made[]>;
	/** How a thing is called in a sentence. */
	shown(made: Made): string;
}
