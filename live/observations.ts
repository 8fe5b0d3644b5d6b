import { ENDPOINTS, TOKEN_ROUTE, type Route } from '../nodes/ESignature/api';
import type { Exchange } from './exchange';
import type { Answer, Observation } from './visit';

type Loose = Record<string, unknown>;
type Kind = 'token' | 'envelope' | 'document' | 'participant' | 'signingUrl' | 'field' | 'list';

/** A success, a refusal, or one object in an answer, and what it answers. */
interface Seen {
	route: Route;
	/** What was sent. */
	body: Loose;
	answer: Answer;
	/** The object; of a list, the list itself and then each entry. */
	object: Loose;
	kind: Kind;
	isListed: boolean;
}

/** How an open question shows in an answer. */
interface Rule {
	id: string;
	/** A sentence; undefined if the question does not come up. */
	says: (seen: Seen) => string | false | undefined;
	/** The sentence, or its form, that agrees with the sandbox. */
	assumed: string | RegExp;
	/** The switch of the sandbox for any other sentence. */
	dialect?: string;
	/** The switch is for such a sentence only. */
	only?: RegExp;
	/** What should agree with each other; by default, all answers to a route. */
	group?: (seen: Seen, sentence: string) => string;
}

/** The keys of docs/api.md, and those that only samples have. */
const KEYS: Record<Kind, string> = {
	token: 'accessToken tokenType expiresIn access_token token_type expires_in',
	envelope: 'ID id createdAt lastModifiedAt name status mode notification notificationsManagedBy',
	document: 'ID id name createdAt status statue sizeBytes numPages failureReason',
	participant: 'ID id email role authentication',
	signingUrl: 'userId signingUrl expiresAt',
	field:
		'ID id fieldID documentID type participantID boundingBox page required label format modifiable',
	list: 'items total nextPage',
};
const DOCUMENT_STATES = ['pending', 'uploaded', 'failed', 'signed', 'sealed'];
/** A lifetime above this can only be in milliseconds. */
const MAX_SECONDS = 10_000_000;

const isObject = (value: unknown): value is Loose =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const isDeletion = (route: Route) => /^DELETE |:batch-delete$/.test(route);
const isDownload = (route: Route) => ENDPOINTS[route].answer.includes('/');
/** The first of these keys that the object has, in a sentence. */
const spelled = (text: string, object: Loose, ...keys: string[]) => {
	const key = keys.find((one) => object[one] !== undefined);
	return key && `${text} \`${key}\``;
};

const byStatus = ({ answer }: Seen) => `refusals with ${answer.status}`;

const REFUSALS: Rule[] = [
	{
		id: 'gateway-errors',
		says: ({ answer }) =>
			isObject(answer.json)
				? 'Refusals are problem objects'
				: `A ${answer.status} is \`${answer.headers['content-type']}\``,
		assumed: 'Refusals are problem objects',
		dialect: 'problem-text',
		group: byStatus,
	},
	{
		id: 'problem-type',
		says: ({ object: { type } }) =>
			typeof type === 'string' &&
			`\`type\` is ${/^(https?:|about:|\/|#)/.test(type) ? 'a URL' : `\`${type}\``}`,
		assumed: '`type` is a URL',
		dialect: 'problem-extensions',
		group: byStatus,
	},
	{
		id: 'validation-errors-place',
		says: ({ object: { extensions, validation_errors: errors } }) =>
			isObject(extensions) && extensions.validation_errors !== undefined
				? 'Below `extensions`'
				: errors !== undefined && 'At the top level',
		assumed: 'At the top level',
		dialect: 'problem-extensions',
		group: byStatus,
	},
	{
		id: 'permissions',
		says: ({ answer }) => answer.status === 403 && 'A request was forbidden',
		assumed: 'Nothing was forbidden',
	},
];

const RATE_LIMITS: Rule[] = [
	{
		id: 'rate-limit-hint',
		says: ({ answer }) =>
			`There is ${'retry-after' in answer.headers ? 'a' : 'no'} header \`Retry-After\``,
		assumed: /is a header/,
	},
];

const isZip = ({ answer }: Seen) => answer.bytes.subarray(0, 2).toString('latin1') === 'PK';
const isWhole = (seen: Seen) =>
	seen.answer.status < 300 &&
	seen.answer.bytes.subarray(-1024).includes(isZip(seen) ? 'PK\x05\x06' : '%%EOF');

const FILES: Rule[] = [
	{
		id: 'file-types',
		says: (seen) => {
			const what = seen.route.includes('/documents/')
				? 'A document'
				: isZip(seen)
					? 'A ZIP'
					: 'A PDF';
			return isWhole(seen) && `${what} is \`${seen.answer.headers['content-type']}\``;
		},
		assumed: /^A document is `application\/pdf|octet-stream/,
		dialect: 'files-typed',
		only: /^A ZIP is `application\/zip|^A PDF is `application\/pdf/,
	},
	{
		id: 'file-length',
		says: (seen) =>
			isWhole(seen) && ('content-length' in seen.answer.headers ? 'It is sent' : 'It is not sent'),
		assumed: 'It is sent',
		dialect: 'files-chunked',
	},
	{
		id: 'file-origin',
		says: (seen) =>
			isWhole(seen) ? 'There is no redirect' : seen.answer.status >= 300 && 'There is a redirect',
		assumed: 'There is no redirect',
	},
];

/** What tells the entries of a request apart, and those of its answer. */
const identityOf = ({ email, type, page, label, boundingBox: box }: Loose): string =>
	JSON.stringify([email, type, page, label, typeof box === 'string' ? JSON.parse(box) : box]);
const entriesIn = ({ items }: Loose) => (Array.isArray(items) ? items.filter(isObject) : []);

/** About an answer as a whole. */
const SUCCESSES: Rule[] = [
	{ id: 'permissions', says: () => 'Nothing was forbidden', assumed: 'Nothing was forbidden' },
	{
		id: 'success-statuses',
		says: ({ route, body, answer: { status, bytes } }) => {
			const createsOne = /^POST [^:]+$/.test(route) && !('items' in body);
			const assumed = route.endsWith(':send-reminders') ? 202 : createsOne ? 201 : 200;
			if (isDeletion(route) || route === TOKEN_ROUTE) return undefined;
			if (status === assumed) return 'As in the tables of docs/api.md';
			return `${route}: ${status}${bytes.length === 0 ? ' without a body' : ''}`;
		},
		assumed: 'As in the tables of docs/api.md',
		dialect: 'changes-empty',
		only: /^(PATCH|PUT) .* without a body|:send-for-signing: .* without/,
	},
	{
		id: 'delete-answers',
		says: ({ route, answer: { status, bytes } }) =>
			isDeletion(route) &&
			`${route.startsWith('DELETE ') ? 'One' : 'Several'}: ${status} ${bytes.length > 0 ? 'with' : 'without'} a body`,
		assumed: /^One: 204 without|^Several: 200 without/,
		dialect: 'deletes-answer',
		only: /with a body/,
	},
	{
		id: 'bulk-order',
		says: ({ body, object }) => {
			const [asked, made] = [body, object].map((list) => entriesIn(list).map(identityOf));
			const [order, back, got] = [asked, [...(asked ?? [])].reverse(), made].map((all) =>
				all?.join(),
			);
			if (order === back) return undefined;
			return got === order ? 'As in the request' : got === back ? 'Reversed' : 'In another order';
		},
		assumed: 'As in the request',
		dialect: 'bulk-reversed',
		only: /Reversed/,
	},
	{
		id: 'list-order',
		says: ({ route, object }) => {
			const times = entriesIn(object).map(({ createdAt }) => Date.parse(String(createdAt)));
			const isSorted = (sign: number) =>
				times.every((time, at) => at === 0 || sign * (time - Number(times[at - 1])) >= 0);
			if (route !== 'GET /sign/envelopes' || new Set(times).size < 2) return undefined;
			return isSorted(-1) ? 'Newest first' : isSorted(1) ? 'Oldest first' : 'In another order';
		},
		assumed: 'Newest first',
		dialect: 'envelopes-oldest-first',
		only: /Oldest/,
	},
	{
		id: 'list-page-size',
		says: ({ object }) => object.nextPage !== undefined && `${entriesIn(object).length} on a page`,
		assumed: '50 on a page',
	},
	{
		id: 'list-cursor',
		says: ({ object: { nextPage } }) =>
			nextPage !== undefined && `It is a ${typeof nextPage}; how long it is valid was not seen`,
		assumed: /string/,
	},
];

const isShort = ({ route, isListed }: Seen) => isListed || /^PATCH|:send-for-signing$/.test(route);

/** About each object in an answer. */
const OBJECTS: Record<Kind, Rule[]> = {
	list: [],
	signingUrl: [],
	token: [
		{
			id: 'token-spelling',
			says: ({ object }) => spelled('The token is in', object, 'accessToken', 'access_token'),
			assumed: /accessToken/,
			dialect: 'token-snake-case',
		},
		{
			id: 'token-unit',
			says: ({ object }) => {
				const stated = Number(object.expiresIn ?? object.expires_in);
				const lives = lifetimeOf(String(object.accessToken ?? object.access_token));
				const isSeconds = lives ? stated !== lives * 1000 : stated < MAX_SECONDS;
				const own = lives ? `, and by the token itself it lives ${lives} seconds` : '';
				return (
					stated > 0 &&
					`${isSeconds ? 'Seconds' : 'Milliseconds'}: \`expiresIn\` is ${stated}${own}`
				);
			},
			assumed: /^Seconds/,
			dialect: 'token-milliseconds',
		},
	],
	envelope: [
		{
			id: 'short-envelopes',
			says: (seen) =>
				isShort(seen) &&
				`${seen.route} answers with ${seen.object.mode === undefined ? 'short' : 'full'} ones`,
			assumed: /short ones/,
			dialect: 'full-envelopes',
		},
		{
			id: 'notifier-missing',
			says: (seen) =>
				!isShort(seen) &&
				`Envelopes ${'notificationsManagedBy' in seen.object ? '' : 'do not '}have it`,
			assumed: 'Envelopes have it',
			dialect: 'notifier-left-out',
		},
		{
			id: 'notifier-name',
			says: ({ object: { notificationsManagedBy: name } }) =>
				typeof name === 'string' && name !== 'sender' && `It is \`${name}\``,
			assumed: 'It is `service`',
			dialect: 'notifier-renamed',
		},
	],
	document: [
		{
			id: 'document-status-key',
			says: ({ object, isListed }) => isListed && spelled('Lists have', object, 'statue', 'status'),
			assumed: /statue/,
			dialect: 'key-status-in-lists',
		},
		{
			id: 'document-processing',
			says: ({ object: { statue, status = statue } }) =>
				DOCUMENT_STATES.includes(String(status))
					? 'There are no other states'
					: `There is the status \`${String(status)}\``,
			assumed: 'There are no other states',
			dialect: 'documents-slow',
			group: (_, sentence) => sentence,
		},
	],
	participant: [
		{
			id: 'role-case',
			says: ({ object: { role } }) => typeof role === 'string' && `Answers have \`${role}\``,
			assumed: /`[a-z]+`/,
			dialect: 'role-capitals',
		},
	],
	field: [
		{
			id: 'field-id-key',
			says: ({ object, route, isListed }) =>
				isListed &&
				route.startsWith('GET ') &&
				spelled('The list has', object, 'ID', 'id', 'fieldID'),
			assumed: /`(ID|id)`/,
			dialect: 'key-field-id',
		},
		{
			id: 'box-type',
			says: ({ object: { boundingBox: box } }) =>
				box !== undefined && `It is ${Array.isArray(box) ? 'an array' : `a ${typeof box}`}`,
			assumed: 'It is an array',
			dialect: 'box-text',
			only: /string/,
		},
	],
};

/** About each object, whatever it is. */
const ANY_OBJECT: Rule[] = [
	{
		id: 'id-key',
		says: ({ object }) => spelled('IDs are in', object, 'ID', 'id'),
		assumed: /`ID`/,
		dialect: 'key-id',
	},
	{
		id: 'extra-keys',
		says: ({ route, kind, object }) => {
			const extra = Object.keys(object).filter((key) => !KEYS[kind].split(' ').includes(key));
			return extra.length === 0 ? 'They have no others' : `${route}: \`${extra.join('`, `')}\``;
		},
		assumed: 'They have no others',
		dialect: 'extra-keys',
		group: (_, sentence) => sentence,
	},
];

/** What an exchange says about the open questions, whatever it was made for: at most one thing of a kind. */
export function observationsOf({ route, sent, answer }: Exchange): Observation[] {
	if (!route || !answer || answer.status >= 500) return [];
	const object = isObject(answer.json) ? answer.json : {};
	const body = isObject(sent.json) ? sent.json : {};
	const whole: Seen = { route, body, answer, object, kind: 'list', isListed: false };
	const all = [
		...observed(rulesFor(whole), whole),
		...objectsIn(whole).flatMap((seen) => observed([...ANY_OBJECT, ...OBJECTS[seen.kind]], seen)),
	];
	return [...new Map(all.map((one) => [`${one.id} ${one.group} ${one.isAssumed}`, one])).values()];
}

function rulesFor({ route, answer: { status } }: Seen): Rule[] {
	if (status === 429) return RATE_LIMITS;
	if (status >= 400) return route === TOKEN_ROUTE ? [] : REFUSALS;
	if (isDownload(route)) return FILES;
	return status < 300 ? SUCCESSES : [];
}

function objectsIn(whole: Seen): Seen[] {
	const { route, answer, object } = whole;
	if (
		answer.status >= 300 ||
		isDownload(route) ||
		isDeletion(route) ||
		Object.keys(object).length === 0
	)
		return [];
	const kind = kindOf(route);
	if (!Array.isArray(object.items)) return [{ ...whole, kind }];
	return [
		whole,
		...entriesIn(object).map((entry) => ({ ...whole, object: entry, kind, isListed: true })),
	];
}

function kindOf(route: Route): Kind {
	if (route === TOKEN_ROUTE) return 'token';
	if (route.includes('/signing-urls')) return 'signingUrl';
	if (route.includes('/fields')) return 'field';
	if (route.includes('/participants')) return 'participant';
	return route.includes('/documents') ? 'document' : 'envelope';
}

const observed = (rules: Rule[], seen: Seen): Observation[] =>
	rules.flatMap(({ id, says, assumed, dialect, only, group = () => seen.route }) => {
		const sentence = says(seen);
		if (!sentence) return [];
		const isAssumed = typeof assumed === 'string' ? sentence === assumed : assumed.test(sentence);
		const isSwitched = !isAssumed && dialect !== undefined && (only?.test(sentence) ?? true);
		return [
			{
				id,
				group: group(seen, sentence),
				isAssumed,
				seen: sentence,
				...(isSwitched && { dialect }),
			},
		];
	});

/** In seconds, as the token itself says it, if it is a JWT. */
function lifetimeOf(token: string): number | undefined {
	try {
		const claims = JSON.parse(
			Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
		) as Loose;
		return Number(claims.exp) - Number(claims.iat) || undefined;
	} catch {
		return undefined;
	}
}
