import type { Items } from '../../api';
import { idKey, settle, type Call, type Reader, type Reconciled } from '../../core';

/** How things of one kind are created, one or several at a time. */
export interface CreatableKind<Wanted, Made> {
	/** Where they are, as errors say it: `participants of envelope ...`. */
	where: string;
	/** Whether `made` is the answer to `wanted`, by an exact key. */
	isSame(wanted: Wanted, made: Made): boolean;
	/** Whether what was found by reading also has everything else that was sent. */
	isComplete?(wanted: Wanted, made: Made): boolean;
	/** Those that existed before. If they are not known, nothing is looked for after a lost answer. */
	before?: readonly Made[];
	list(reader: Reader): Promise<Made[]>;
	/** One is sent as it is, several as a list. */
	send(body: Wanted | Items<Wanted>): Promise<Made | Items<Made>>;
}

/**
 * Creates several things in one request, which is never sent twice. After a lost answer, things that did not exist
 * before and have the same keys were made by this request. Otherwise the outcome is unknown.
 */
export async function createTogether<Wanted, Made extends { ID: string }>(
	call: Call,
	wanted: Wanted[],
	kind: CreatableKind<Wanted, Made>,
): Promise<Array<Reconciled<Made>>> {
	const { isSame, isComplete = isSame, before, list } = kind;
	const known = new Set(before?.map(({ ID }) => idKey(ID)));
	const isNew = ({ ID }: Made) => !known.has(idKey(ID));
	const readBack = async (reader: Reader) => {
		const fresh = (await list(reader)).filter(isNew);
		const own = matchInOrder(
			wanted,
			fresh,
			(one, made) => isSame(one, made) && isComplete(one, made),
		);
		// There are more than were sent, so another request has created the same.
		const isMore = fresh.some(
			(made) => own?.includes(made) === false && wanted.some((one) => isSame(one, made)),
		);
		return isMore ? undefined : own;
	};
	const adviceIfUnknown = `Check the ${kind.where} before you run this step again.`;
	const [first, ...others] = wanted;
	const body = first !== undefined && others.length === 0 ? first : { items: wanted };
	const { reply, reconciled } = await settle(
		call,
		async () => {
			const answer = await kind.send(body);
			return 'items' in answer ? answer.items : [answer];
		},
		{
			isDone: (made) =>
				made.length === wanted.length &&
				matchInOrder(wanted, made.filter(isNew), isSame) !== undefined,
			readBack: before && readBack,
		},
		adviceIfUnknown,
	);
	const made = matchInOrder(wanted, reply, isSame) ?? reply;
	return made.map((one) => (reconciled ? { ...one, reconciled } : one));
}

/** For each thing that was sent, the one that was made of it, found by key; several with the same key keep their order. Undefined if one is missing. */
export function matchInOrder<Wanted, Made>(
	wanted: readonly Wanted[],
	made: readonly Made[],
	isSame: (wanted: Wanted, made: Made) => boolean,
): Made[] | undefined {
	const unmatched = [...made];
	const found: Made[] = [];
	for (const one of wanted) {
		const at = unmatched.findIndex((each) => isSame(one, each));
		if (at < 0) return undefined;
		found.push(...unmatched.splice(at, 1));
	}
	return found;
}
