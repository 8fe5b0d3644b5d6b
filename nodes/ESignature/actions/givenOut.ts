import type { UUID } from '../api';
import { idKey, type Call } from '../core';

/**
 * The IDs that creations of this run were answered with, whatever the item. One that comes a second time is
 * the answer to another request, as from a proxy that takes two for one: what this request made is unknown.
 */
const givenOut = ({ memory }: Pick<Call, 'memory'>): Set<string> => {
	const known = (memory.get('IDs given out') as Set<string> | undefined) ?? new Set<string>();
	memory.set('IDs given out', known);
	return known;
};

export const isGivenOut = (call: Pick<Call, 'memory'>, { ID }: { ID: UUID }): boolean =>
	givenOut(call).has(idKey(ID));

export const giveOut = (call: Pick<Call, 'memory'>, { ID }: { ID: UUID }): unknown =>
	givenOut(call).add(idKey(ID));

export const GIVEN_OUT = 'It names what an earlier request has created.';
