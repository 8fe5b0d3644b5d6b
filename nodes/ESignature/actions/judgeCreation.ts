import { idKey, settleByAnswer, type Call } from '../core';
import type { Judged } from './creation';

interface Creation<Made> {
	/** How the thing is called. */
	noun: string;
	/** Whether this can be what was asked for. */
	fits(made: Made): boolean;
	read(answered: Made): Promise<Made>;
}

/**
 * What to think of the answer to the creation of one thing. When it is lost nothing is adopted. An answer
 * about another thing is read again: what bears the answered ID and then fits was made by this request. An ID
 * that comes a second time in a run is the answer to another request, as from a proxy that takes two for one.
 */
export function judgeCreation<Made extends { ID: string }>(
	call: Call,
	{ noun, fits, read }: Creation<Made>,
): Pick<Judged<Made>, 'objection' | 'settle'> {
	const given = idsGivenOut(call);
	let answered: Made | undefined;
	return {
		objection: (made) => {
			if (given.has(idKey(made.ID))) return 'It names what an earlier request has created.';
			answered = made;
			if (!fits(made)) return `It is about another ${noun}.`;
			given.add(idKey(made.ID));
			return undefined;
		},
		settle: async () => {
			const settled = await settleByAnswer(call, answered, read, fits);
			if (typeof settled === 'object') given.add(idKey(settled.reply.ID));
			return settled;
		},
	};
}

/** The IDs that creations of this run were answered with, whatever the item. */
function idsGivenOut({ memory }: Call): Set<string> {
	const known = (memory.get('IDs given out') as Set<string> | undefined) ?? new Set<string>();
	memory.set('IDs given out', known);
	return known;
}
