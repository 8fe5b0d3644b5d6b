import type { Loose, Place, Seen } from './place';

/** What a client looks at, and what it sees in the dialect, but not without it. */
export type Look = [look: (place: Place) => Promise<unknown>, sees: unknown];

const seen =
	(request: string, pick: (seen: Seen) => unknown, body?: unknown) => async (place: Place) =>
		pick(await place.ask(request, body));

const json = (request: string, pick: (json: Loose) => unknown, body?: unknown) =>
	seen(request, (answer) => pick(answer.json), body);

const first =
	(pick: (item: Loose) => unknown) =>
	({ items }: Loose) =>
		pick(items[0]);

const NEW = { name: 'New', mode: 'parallel' };
const PEOPLE = {
	items: ['a', 'b', 'c'].map((name) => ({ email: `${name}@x.example`, role: 'cc' })),
};
const emails = ({ items }: Loose) => items.map(({ email }: Loose) => email[0]).join('');
const status = ({ status }: Seen) => status;
const text = ({ text }: Seen) => text;

const boxed = (pick: (box: Loose) => unknown) => async (place: Place) => {
	const participantID = place.draft.participants[0]?.ID;
	const field = { type: 'name', participantID, boundingBox: [72.1, 1, 20, 20] };
	return pick((await place.ask('POST {document}/fields', field)).json.boundingBox[0]);
};

/** Names of all envelopes, page by page, as numbers. */
async function listed({ client }: Place): Promise<{ names: string[]; sizes: unknown[] }> {
	const names: string[] = [];
	const sizes: unknown[] = [];
	for (let cursor: unknown; ;) {
		const query = cursor === undefined ? '' : `?pageAfter=${encodeURIComponent(String(cursor))}`;
		const { body } = await client.call<Loose>(`GET /sign/envelopes${query}`);
		names.push(...(body.items ?? []).map(({ name }: Loose) => name.replace(/\D+/, '')));
		sizes.push('items' in body ? (body.items?.length ?? null) : 'absent');
		cursor = body.nextPage;
		if (cursor === undefined || cursor === null || cursor === '') return { names, sizes };
	}
}

const participants = 'GET {draft}/participants';
const documents = 'GET {draft}/documents';
const fields = 'GET {document}/fields';

/** Dialects of what is said: values, keys, shapes, order, pages. */
export const SAID: Record<string, Look> = {
	'creations-200': [seen('POST /sign/envelopes', status, NEW), 200],
	'writes-201': [seen('PATCH {draft}', status, { name: 'B' }), 201],
	'writes-202': [seen('PATCH {draft}', status, { name: 'B' }), 202],
	'reads-203': [seen('GET {draft}', status), 203],
	'nothing-200': [seen('DELETE {draft}', (all) => [all.status, all.text]), [200, '']],
	'nothing-202': [seen('DELETE {draft}', (all) => [all.status, all.text]), [202, '']],
	'nothing-204': [seen('POST {document}/fields:batch-delete', status, { items: [] }), 204],
	'nothing-empty-object': [seen('DELETE {draft}', text), '{}'],
	'nothing-null': [seen('DELETE {draft}', text), 'null'],
	'nothing-ok': [seen('DELETE {draft}', text), '{"ok":true}'],
	'nothing-word': [seen('DELETE {draft}', text), '"OK"'],
	'nothing-named': [json('DELETE {draft}', (all) => Object.keys(all ?? {})), ['ID', 'deleted']],
	'nothing-thing': [
		json('DELETE {draft}', ({ name, status }) => [typeof name, status]),
		['string', 'drafted'],
	],
	'nothing-text': [seen('DELETE {draft}', text), 'Deleted.\n'],
	'key-id': [json('GET {draft}', ({ ID, id }) => [ID, typeof id]), [undefined, 'string']],
	'key-field-id': [
		json(
			fields,
			first(({ ID, fieldID }) => [ID, !!fieldID]),
		),
		[undefined, true],
	],
	'key-status-in-lists': [
		json(
			documents,
			first(({ status }) => status),
		),
		'uploaded',
	],
	'key-participant-id': [
		json(
			fields,
			first(({ participantId }) => typeof participantId),
		),
		'string',
	],
	'role-capitals': [
		json(
			participants,
			first(({ role }) => role),
		),
		'SIGNER',
	],
	'box-integers': [boxed((x) => x), 72],
	'box-float32': [boxed((x) => x), Math.fround(72.1)],
	'box-text': [boxed((x) => x), '72.1'],
	'email-ascii': [
		json(
			participants,
			first(({ email }) => email),
		),
		'Ada@xn--bcher-kva.example',
	],
	'email-lower': [
		json(
			participants,
			first(({ email }) => email),
		),
		'ada@bücher.example',
	],
	'role-left-out': [
		json(
			participants,
			first((one) => 'role' in one),
		),
		false,
	],
	'authentication-left-out': [
		json(
			participants,
			first((one) => 'authentication' in one),
		),
		false,
	],
	'authentication-shown-in-lists-only': [
		json('POST {draft}/participants', ({ authentication }) => authentication, {
			...{ email: 'new@x.example', role: 'signer' },
			authentication: { type: 'AccessCode', accessCode: '1234' },
		}),
		undefined,
	],
	'access-code-masked': [
		json(
			participants,
			first((one) => one.authentication.accessCode),
		),
		'******',
	],
	'access-code-left-out': [
		json(
			participants,
			first((one) => one.authentication),
		),
		{ type: 'AccessCode' },
	],
	'absent-as-null': [json(participants, ({ items }) => items[1].authentication), null],
	'notifier-left-out': [json('GET {draft}', (all) => 'notificationsManagedBy' in all), false],
	'envelope-short-on-create': [json('POST /sign/envelopes', ({ mode }) => mode, NEW), undefined],
	'envelope-full-everywhere': [
		json(
			'GET /sign/envelopes',
			first(({ mode }) => mode),
		),
		'parallel',
	],
	'documents-full-in-lists': [
		json(
			documents,
			first(({ numPages }) => numPages),
		),
		1,
	],
	'reads-touch-envelope': [
		async (place) => {
			const stamp = async () => (await place.ask('GET {draft}')).json.lastModifiedAt;
			return (await stamp()) !== (await stamp());
		},
		true,
	],
	'bulk-reversed': [json('POST {draft}/participants', emails, PEOPLE), 'cba'],
	'bulk-shuffled': [json('POST {draft}/participants', emails, PEOPLE), 'bca'],
	'lists-reversed': [
		json(
			documents,
			first(({ name }) => name),
		),
		'document-2.pdf',
	],
	'lists-shuffled': [
		json(
			documents,
			first(({ name }) => name),
		),
		'document-2.pdf',
	],
	'envelopes-oldest-first': [async (place) => (await listed(place)).names.at(-1), '14'],
	'envelopes-shuffled': [
		async (place) => (await listed(place)).names.slice(0, 3),
		['13', '11', '9'],
	],
	'pages-of-one': [async (place) => (await listed(place)).sizes, Array(14).fill(1)],
	'pages-empty-between': [async (place) => (await listed(place)).sizes, [10, 0, 4]],
	'pages-sparse': [
		async (place) => {
			const { sizes } = await listed(place);
			return [sizes.length, sizes.slice(0, 3), sizes.slice(-2)];
		},
		[5 + 4 * 20, [3, 0, 0], [0, 2]],
	],
	'cursor-number': [json('GET /sign/envelopes', ({ nextPage }) => typeof nextPage), 'number'],
	'cursor-from-zero': [json('GET /sign/envelopes', ({ nextPage }) => nextPage), 0],
	'cursor-in-object': [
		json('GET /sign/envelopes', ({ nextPage }) => Object.keys(nextPage ?? {})),
		['pageAfter'],
	],
	'cursor-long': [json('GET /sign/envelopes', ({ nextPage }) => nextPage?.length > 900), true],
	'next-page-null': [json(participants, ({ nextPage }) => nextPage), null],
	'next-page-empty': [json(participants, ({ nextPage }) => nextPage), ''],
	'next-page-null-text': [json(participants, ({ nextPage }) => nextPage), 'null'],
	'next-page-false': [json(participants, ({ nextPage }) => nextPage), false],
	'next-page-zero': [json(participants, ({ nextPage }) => nextPage), 0],
	'cursor-behind-whole-lists': [json(participants, ({ nextPage }) => nextPage), 'end'],
	'total-left-out': [json(participants, ({ total }) => total), undefined],
	'total-text': [json(participants, ({ total }) => total), '3'],
	'total-larger': [json(participants, ({ total }) => total), 6],
	'total-smaller': [json(participants, ({ total }) => total), 0],
	'items-null-when-empty': [async (place) => (await listed(place)).sizes, [10, 4, null]],
	'items-absent-when-empty': [async (place) => (await listed(place)).sizes, [10, 4, 'absent']],
	'extra-keys': [json('GET {draft}', ({ archived }) => archived), false],
	'large-numbers': [seen('GET {draft}', ({ text }) => /:9007199254740993\b/.test(text)), true],
	'json-pretty': [seen(participants, ({ text }) => text.includes('b\\u00fccher')), true],
};
