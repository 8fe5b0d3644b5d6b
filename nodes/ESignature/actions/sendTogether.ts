import { matchAnswers, type Settlement } from '../core';
import type { Creation } from './creation';

/** One request for all of them, in the order of the request; an answer about anything else is settled by reading. */
export async function sendTogether<Wanted extends object, Made extends { ID: string }>(
	wanted: Wanted[],
	creation: Creation<Wanted, Made>,
	settle: () => Promise<Settlement<Made[]>>,
): Promise<Made[]> {
	const made = await sendAll(wanted, creation, settle);
	return creation.confirm ? await creation.confirm(wanted, made) : made;
}

async function sendAll<Wanted extends object, Made extends { ID: string }>(
	wanted: Wanted[],
	{ one, many, kind, place }: Creation<Wanted, Made>,
	settle: () => Promise<Settlement<Made[]>>,
): Promise<Made[]> {
	const [only, ...more] = wanted;
	if (only === undefined) return [];
	const lookAt = `Look at the ${place} before you run this step again.`;
	if (more.length === 0) {
		const made = await one(only, {
			lookAt,
			objection: (answer) => (kind.contradicts(only, answer) ? OTHER : undefined),
			settle: async () => {
				const settled = await settle();
				return typeof settled === 'string' ? settled : { reply: settled.reply[0] as Made };
			},
		});
		return [made];
	}
	const matched = (answers: Made[]) =>
		matchAnswers(wanted, answers, kind.tiers, (each, answer) => kind.contradicts(each, answer));
	const { items } = await many(
		{ items: wanted },
		{
			lookAt,
			objection: ({ items: answers }) =>
				answers.length !== wanted.length
					? `It has ${answers.length} entries, but ${wanted.length} were sent.`
					: matched(answers) === undefined
						? OTHER
						: undefined,
			settle: async () => {
				const settled = await settle();
				return typeof settled === 'string' ? settled : { reply: { items: settled.reply } };
			},
		},
	);
	// What was settled stands in the order of the request already.
	return matched(items) ?? items;
}

const OTHER = 'It is about something other than what was sent.';
