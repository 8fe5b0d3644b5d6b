import { isBulk, isObject, kindOf, onNothing, withJson } from '../changes';
import type { Answered, Asked, Dialect } from '../dialect';

const LEFT_OPEN = 'General gaps: "Response bodies of the three delete operations: not shown."';
const CODES =
	'General gaps: "Success status codes of all endpoints except field creation: not shown."';
const JSON_TYPE = 'application/json; charset=utf-8';
/** The delete operations of the contract itself; the others are the supplement's, "no body". */
const THREE_DELETES = [
	'DELETE /sign/envelopes/{envelopeID}',
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}',
	'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields:batch-delete',
];

/** A 204 has no body, so it becomes a 200. */
const saying = (value: (asked: Asked) => unknown) =>
	onNothing((answered, asked) => ({
		...withJson(answered, value(asked)),
		status: answered.status === 204 ? 200 : answered.status,
		headers: { ...answered.headers, 'Content-Type': JSON_TYPE },
	}));

/** A deletion that is only accepted, as in `deletes-later`, is not done: its 202 says so, and stays. */
const whenDone = (change: (answered: Answered, asked: Asked) => Answered) =>
	onNothing((answered, asked) => {
		const isPending = answered.status === 202 && /^DELETE |:batch-delete$/.test(asked.route);
		return isPending ? answered : change(answered, asked);
	});

const code = (status: number) => whenDone((answered) => ({ ...answered, status }));

const named = (asked: Asked) =>
	isObject(asked.body) && Array.isArray(asked.body.items)
		? { items: asked.body.items }
		: { ID: Object.values(asked.ids).at(-1), deleted: kindOf(asked) };

/** A single thing in full, several by their IDs. */
const asItWas = (asked: Asked) =>
	isBulk(asked)
		? named(asked)
		: { ID: Object.values(asked.ids).at(-1), name: 'Some name', status: 'drafted' };

const inWords = (answered: Answered): Answered => ({
	...answered,
	status: 200,
	headers: { 'Content-Type': 'text/plain' },
	body: { kind: 'text', text: 'Deleted.\n' },
});

/** What deletes and reminders answer. */
export const nothing: Dialect[] = [
	...[200, 202, 204].map((status) => ({
		name: `nothing-${status}`,
		changes: `Deletes and reminders answer ${status}, without a body`,
		leftOpenBy: CODES,
		group: 'nothing',
		answer: code(status),
	})),
	...(
		[
			['nothing-empty-object', '{}', () => ({})],
			['nothing-null', 'null', () => null],
			['nothing-ok', '{"ok":true}', () => ({ ok: true })],
			['nothing-word', '"OK", a text in JSON', () => 'OK'],
			['nothing-named', 'the ID, or the IDs, that are gone', named],
		] as const
	).map(([name, what, value]) => ({
		name,
		changes: `Deletes and reminders answer ${what}`,
		leftOpenBy: LEFT_OPEN,
		group: 'nothing',
		answer: saying(value),
	})),
	{
		name: 'nothing-thing',
		changes: 'The three deletes of the contract answer what was deleted, as it was before',
		leftOpenBy: LEFT_OPEN,
		group: 'nothing',
		answer: (answered, asked) =>
			THREE_DELETES.includes(asked.route) ? saying(asItWas)(answered, asked) : answered,
	},
	{
		name: 'nothing-text',
		changes: 'The three deletes of the contract answer a word as plain text',
		leftOpenBy: LEFT_OPEN,
		group: 'nothing',
		answer: whenDone((answered, { route }) =>
			THREE_DELETES.includes(route) ? inWords(answered) : answered,
		),
	},
];
