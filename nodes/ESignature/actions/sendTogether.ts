import {
	look,
	LOOK_AGAIN_AFTER,
	matchAnswers,
	onlyOrderTells,
	sameId,
	type Call,
	type Claim,
	type Kind,
	type Settlement,
} from '../core';
import type { Creation } from './creation';

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
	const { one, many, kind, place } = creation;
	const [only, ...more] = wanted;
	if (only === undefined) return [];
	const lookAt = `Look at the ${place} before you run this step again.`;
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
					? `It has ${answers.length} entries, but ${wanted.length} were sent.`
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
		({ items }) => {
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

const OTHER = 'It is about something other than what was sent.';
const OLD = 'It names something that was there before, or the same thing twice.';
