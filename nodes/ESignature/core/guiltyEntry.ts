/** What a refusal says, as far as it may name one of several entries. */
export interface Complaint {
	detail?: string;
	title?: string;
	validationErrors?: ReadonlyArray<readonly string[]>;
}

/** How the list of a bulk request may be called. */
const LIST = new Set(['items', 'item', 'participants', 'fields', 'entries', 'elements']);
const AROUND = new Set(['$', '#', 'body', 'request', 'requestbody', 'input', 'payload', 'data']);
/** In a sentence, only what can hardly be anything else: `items[2]`, `items.2`, `/items/2`. */
const IN_TEXT = /(?<![A-Za-z0-9_])items(?:\[|\.|\/)(\d{1,4})(?!\d)/i;
const AT_START = /^\$?\.?\[(\d{1,4})\]/;

/**
 * The index of the entry that a refusal is about, or undefined. The contract does not say how the
 * service names it: by its place, in one of many spellings, or by an ID or address that the entry has.
 */
export function guiltyEntry(
	{ detail = '', title = '', validationErrors = [] }: Complaint,
	entries: readonly unknown[],
): number | undefined {
	const exists = (index: number | undefined): index is number =>
		index !== undefined && index < entries.length;
	const texts = [...validationErrors.map(([, text = '']) => text), detail, title];
	const byPlace = [
		...validationErrors.map(([field = '']) => placeIn(field)),
		...texts.map(mentionedPlace),
	].find(exists);
	if (byPlace !== undefined) return byPlace;
	const words = new Set(
		[...texts, ...validationErrors.map(([field = '']) => field)].flatMap(wordsOf),
	);
	const named = entries.findIndex((entry) => marksOf(entry).some((mark) => words.has(mark)));
	// Alone in its request, it is the one.
	return named >= 0 ? named : entries.length === 1 ? 0 : undefined;
}

/** `items[2].email`, `/items/2/email`, `$.Items[2]`, `[2]`, `2.email`: all the same place. */
function placeIn(field: string): number | undefined {
	const steps = field.slice(0, 200).split(/[^\w$#-]+/);
	const path = steps.filter((step) => step !== '' && !AROUND.has(step.toLowerCase()));
	const [first = '', second = ''] = path;
	return numberIn(LIST.has(first.toLowerCase()) ? second : first);
}

const mentionedPlace = (text: string): number | undefined =>
	numberIn((IN_TEXT.exec(text) ?? AT_START.exec(text))?.[1] ?? '');

const numberIn = (text: string): number | undefined =>
	/^\d{1,4}$/.test(text) ? Number(text) : undefined;

/** A text in words, an address or an ID being one, without the full stop behind it. */
const wordsOf = (text: string): string[] =>
	text
		.toLowerCase()
		.split(/[\s"'`<>()[\]{},;:/|=]+/)
		.map((word) => word.replace(/[.!?]{1,3}$/, ''))
		.filter((word) => word.length >= 3);

/** By what an entry can be told from others: its own ID, the participant it names, its address. */
function marksOf(entry: unknown): string[] {
	const { ID, participantID, email } = (entry ?? {}) as Record<string, unknown>;
	return [entry, ID, participantID, email]
		.filter((mark): mark is string => typeof mark === 'string' && mark.length >= 3)
		.map((mark) => mark.trim().toLowerCase());
}
