import {
	idKey,
	look,
	LOOK_AGAIN_AFTER,
	matchAnswers,
	notesBy,
	onlyOrderTells,
	sameId,
	settleByAnswer,
	type Call,
	type Claim,
	type Kind,
	type Settlement,
} from '../../core';
import { figure, quantity } from '../../errors/printable';

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
	/** Which list of which thing it is: no two creations at one place are taken for each other. */
	place: string;
	/** The same for the user: `participants of envelope ...`. */
	where: string;
	/** What is there before, where that is known without reading. */
	before?: Made[];
	/** In a draft that is deleted as a whole when anything is in doubt, nothing needs to be looked for. */
	inOwnDraft?: boolean;
	/** What to say if nothing tells them apart; set where something is done with each of them afterwards. */
	unclear?(): Error;
	/** Announced already, where what is there had to be read under its protection. */
	claim?: Claim<Wanted>;
	list(): Promise<Made[]>;
	/** Raises where something cannot be created beside what is there. */
	refuse?(wanted: readonly Wanted[], before: readonly Made[]): void;
	one(body: Wanted, answer: Judged<Made>): Promise<Made>;
	many(body: { items: Wanted[] }, answer: Judged<{ items: Made[] }>): Promise<{ items: Made[] }>;
	/** Compares the answers with what was sent, where an answer that differs must not count as done. */
	confirm?(wanted: Wanted[], made: Made[]): Promise<Made[]>;
	/** How a thing is called in a sentence. */
	shown(made: Made): string;
}

interface OneCreation<Made> {
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
	{ noun, fits, read }: OneCreation<Made>,
): Pick<Judged<Made>, 'objection' | 'settle'> {
	const given = givenOut(call.memory);
	let answered: Made | undefined;
	return {
		objection: (made) => {
			if (given.has(idKey(made.ID)))
				return 'The response names something that an earlier request created.';
			answered = made;
			if (!fits(made)) return `The response is about another ${noun}.`;
			given.set(idKey(made.ID), true);
			return undefined;
		},
		settle: async () => {
			const settled = await settleByAnswer(call, answered, read, fits);
			if (typeof settled === 'object') given.set(idKey(settled.reply.ID), true);
			return settled;
		},
	};
}

/** The IDs that creations of this run were answered with, whatever the item. */
const givenOut = notesBy<string, true>();

/** What there is to know when an answer comes. */
interface Manner<Wanted, Made> {
	settle(): Promise<Settlement<Made[]>>;
	/** Tells what was there before from what is new. */
	mine: Pick<Claim<Wanted>, 'fresh'>;
}

/** One request for all of them, in the order of the request; an answer about anything else is settled by reading. */
export async function sendTogether<Wanted extends object, Made extends { ID: string }>(
	call: Call,
	wanted: Wanted[],
	creation: Creation<Wanted, Made>,
	manner: Manner<Wanted, Made>,
): Promise<Made[]> {
	const made = await sendAll(call, wanted, creation, manner);
	return creation.confirm ? await creation.confirm(wanted, made) : made;
}

async function sendAll<Wanted extends object, Made extends { ID: string }>(
	call: Call,
	wanted: Wanted[],
	creation: Creation<Wanted, Made>,
	{ settle, mine }: Manner<Wanted, Made>,
): Promise<Made[]> {
	const { one, many, kind, where } = creation;
	const [only, ...more] = wanted;
	if (only === undefined) return [];
	const lookAt = `Look at the ${where} before you run this step again.`;
	const isNew = (answers: Made[]) => mine.fresh(answers).length === answers.length;
	if (more.length === 0) {
		const made = await one(only, {
			lookAt,
			objection: (answer) =>
				kind.contradicts(only, answer) ? OTHER : isNew([answer]) ? undefined : OLD,
			settle: async () => {
				const settled = await settle();
				return typeof settled === 'string' ? settled : { reply: settled.reply[0] as Made };
			},
		});
		return [made];
	}
	const matched = matcher(wanted, creation);
	const { items } = await many(
		{ items: wanted },
		{
			lookAt,
			objection: ({ items: answers }) =>
				answers.length !== wanted.length
					? `The response has ${quantity(answers.length, 'entries')}, but ${figure(wanted.length)} were sent.`
					: matched(answers) === undefined
						? OTHER
						: isNew(answers)
							? undefined
							: OLD,
			settle: async () => {
				const settled = await settle();
				return typeof settled === 'string' ? settled : { reply: { items: settled.reply } };
			},
		},
	);
	const answers = matched(items);
	// What was settled stands in the order of the request already.
	if (!answers) return items;
	const isUnclear = onlyOrderTells(wanted, answers, kind.tiers, contradicting(kind));
	return isUnclear ? await toldApart(call, wanted, creation, answers) : answers;
}

const matcher =
	<Wanted extends object, Made extends { ID: string }>(
		wanted: Wanted[],
		{ kind }: Creation<Wanted, Made>,
	) =>
	(answers: Made[]) =>
		matchAnswers(wanted, answers, kind.tiers, contradicting(kind));

const contradicting =
	<Wanted, Made>(kind: Kind<Wanted, Made>) =>
	(sent: Wanted, made: Made) =>
		kind.contradicts(sent, made);

/**
 * An answer may leave out what tells its entries apart, such as the roles of somebody who is in the request
 * twice. The list may have it; else their order is all there is, and nothing may depend on that.
 */
async function toldApart<Wanted extends object, Made extends { ID: string }>(
	call: Call,
	wanted: Wanted[],
	creation: Creation<Wanted, Made>,
	answers: Made[],
): Promise<Made[]> {
	const matched = matcher(wanted, creation);
	const { found } = await look(
		call,
		creation.list,
		(items) => {
			const listed = answers.map((one) => items.find(({ ID }) => sameId(ID, one.ID)));
			if (listed.includes(undefined)) return undefined;
			const again = matched(listed as Made[]);
			const { tiers } = creation.kind;
			return again && !onlyOrderTells(wanted, again, tiers, contradicting(creation.kind))
				? { again }
				: { again: undefined };
		},
		[0, ...LOOK_AGAIN_AFTER],
	);
	if (found?.again) return found.again;
	if (creation.unclear) throw creation.unclear();
	return answers.map((one) => ({ matchedBy: 'position', ...one }));
}

const OTHER = 'The response is about something other than what was sent.';
const OLD = 'The response names something that already existed, or the same thing twice.';
