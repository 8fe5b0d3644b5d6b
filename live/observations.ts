import { ENDPOINTS, TOKEN_ROUTE, type Route } from '../nodes/ESignature/api';
import type { Exchange } from './exchange';
import type { Answer, Look, Observation } from './visit';

type Loose = Record<string, unknown>;
type Kind = 'token' | 'envelope' | 'document' | 'participant' | 'signingUrl' | 'field';
/** Undefined or false if there is nothing to see. */
type Found = (Look & { group?: string }) | false;

interface Seen {
	route: Route;
	kind: Kind;
	/** What was sent. */
	body: Loose;
	answer: Answer;
	/** The answer, if it is one object or a list. */
	json: Loose;
	items?: Loose[];
}

/** The keys of docs/api.md, and those that only samples have. */
const KEYS: Record<Kind | 'list', string> = {
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

const choose = (
	isAssumed: boolean,
	assumed: string,
	other: string,
	dialect?: string | false,
): Found => ({
	isAssumed,
	seen: isAssumed ? assumed : other,
	...(dialect && !isAssumed && { dialect }),
});

/** What an exchange says about the open questions, whatever it was made for: at most one thing of a kind. */
export function observationsOf({ route, sent, answer }: Exchange): Observation[] {
	if (!route || !answer || answer.status >= 500) return [];
	const json = isObject(answer.json) ? answer.json : {};
	const items = Array.isArray(json.items) ? json.items.filter(isObject) : undefined;
	const body = isObject(sent.json) ? sent.json : {};
	const seen: Seen = { route, kind: kindOf(route), body, answer, json, items };
	const found = tablesFor(seen).flatMap((table) =>
		Object.entries(table).map(([id, look]) => ({ id, group: route, ...look(seen) })),
	);
	const all = [...found, ...(answer.status < 300 ? aboutObjects(seen) : [])];
	const one = all.filter((each): each is Observation => 'isAssumed' in each);
	return [
		...new Map(one.map((each) => [`${each.id} ${each.group} ${each.isAssumed}`, each])).values(),
	];
}

function kindOf(route: Route): Kind {
	if (route === TOKEN_ROUTE) return 'token';
	if (route.includes('/signing-urls')) return 'signingUrl';
	if (route.includes('/fields')) return 'field';
	if (route.includes('/participants')) return 'participant';
	return route.includes('/documents') ? 'document' : 'envelope';
}

type Table = Record<string, (seen: Seen) => Found>;

const isDownload = (route: Route) => ENDPOINTS[route].answer.includes('/');

function tablesFor({ route, answer: { status } }: Seen): Table[] {
	if (status === 429) return [RATE_LIMIT];
	if (status >= 400) return route === TOKEN_ROUTE ? [] : [REFUSALS];
	if (isDownload(route)) return [FILES];
	return status < 300 ? [SUCCESSES] : [];
}

const RATE_LIMIT: Table = {
	'rate-limit-hint': ({ answer: { headers } }) =>
		choose(
			'retry-after' in headers,
			'It comes in the header `Retry-After`',
			'There is no header `Retry-After`',
		),
};

const byStatus = ({ answer }: Seen) => ({ group: `refusals with ${answer.status}` });

const REFUSALS: Table = {
	permissions: ({ answer }) =>
		answer.status === 403 && choose(false, '', 'A request was forbidden'),
	'gateway-errors': (seen) => {
		const type = seen.answer.headers['content-type'];
		const other = `A ${seen.answer.status} is \`${type ?? 'of no type'}\``;
		const found = choose(
			isObject(seen.answer.json),
			'Refusals are problem objects',
			other,
			'problem-text',
		);
		return found && { ...found, ...byStatus(seen) };
	},
	'problem-type': (seen) => {
		const { type } = seen.json;
		const isUrl = /^(https?:|about:|\/|#)/.test(String(type));
		const found = choose(
			isUrl,
			'`type` is a URL',
			`\`type\` is \`${String(type)}\``,
			'problem-extensions',
		);
		return type !== undefined && found && { ...found, ...byStatus(seen) };
	},
	'validation-errors-place': ({ json: { extensions, validation_errors: errors } }) => {
		const isBelow = isObject(extensions) && extensions.validation_errors !== undefined;
		const found = choose(!isBelow, 'At the top level', 'Below `extensions`', 'problem-extensions');
		return (isBelow || errors !== undefined) && found && { ...found, group: 'refusals with 400' };
	},
};

const isZip = ({ answer }: Seen) => answer.bytes.subarray(0, 2).toString('latin1') === 'PK';

const isWhole = (seen: Seen) =>
	seen.answer.status < 300 &&
	seen.answer.bytes.subarray(-1024).includes(isZip(seen) ? 'PK\x05\x06' : '%%EOF');

const FILES: Table = {
	'file-types': (seen) => {
		const type = (seen.answer.headers['content-type'] ?? 'none').split(';')[0] ?? '';
		const isSingle = seen.route.includes('/documents/');
		const isTyped = type === (isZip(seen) ? 'application/zip' : 'application/pdf');
		const text = `A ${isZip(seen) ? 'ZIP' : 'PDF'} is \`${type}\``;
		const isAssumed = type === (isSingle ? 'application/pdf' : 'application/octet-stream');
		return isWhole(seen) && choose(isAssumed, text, text, isTyped && 'files-typed');
	},
	'file-length': (seen) =>
		isWhole(seen) &&
		choose(
			'content-length' in seen.answer.headers,
			'It is sent',
			'It is not sent',
			'files-chunked',
		),
	'file-origin': (seen) =>
		(isWhole(seen) || seen.answer.status >= 300) &&
		choose(
			seen.answer.status < 300,
			'There is no redirect',
			`There is a redirect (${seen.answer.status})`,
		),
};

const SUCCESSES: Table = {
	permissions: () => choose(true, 'Nothing was forbidden', ''),
	'success-statuses': ({ route, body, answer: { status, bytes } }) => {
		const createsOne = /^POST [^:]+$/.test(route) && !('items' in body);
		const assumed = route.endsWith(':send-reminders') ? 202 : createsOne ? 201 : 200;
		const isEmptyChange = /^(PATCH|PUT) |:send-for-signing$/.test(route) && bytes.length === 0;
		return (
			!isDeletion(route) &&
			route !== TOKEN_ROUTE &&
			choose(
				status === assumed,
				'As in the tables of docs/api.md',
				`${route}: ${status}`,
				isEmptyChange && 'changes-empty',
			)
		);
	},
	'delete-answers': ({ route, answer: { status, bytes } }) =>
		isDeletion(route) &&
		choose(
			bytes.length === 0 && status === (route.startsWith('DELETE ') ? 204 : 200),
			'204, and 200 for several at a time, without a body',
			`${status} with ${bytes.length} bytes of content`,
			bytes.length > 0 && 'deletes-answer',
		),
	'bulk-order': ({ body, items = [] }) => {
		const [wanted, made] = [body.items ?? [], items].map((all) => (all as Loose[]).map(identityOf));
		const reversed = [...(wanted ?? [])].reverse();
		const [asked, back, got] = [wanted, reversed, made].map((all) => all?.join());
		const other = got === back ? 'Reversed' : 'In another order';
		return (
			asked !== back &&
			choose(asked === got, 'As in the request', other, got === back && 'bulk-reversed')
		);
	},
	'list-order': ({ route, items = [] }) => {
		const times = items.map(({ createdAt }) => Date.parse(String(createdAt)));
		const sorts = (sign: number) =>
			times.every((time, at) => at === 0 || sign * (time - Number(times[at - 1])) >= 0);
		return (
			route === 'GET /sign/envelopes' &&
			new Set(times).size > 1 &&
			choose(
				sorts(-1),
				'Newest first',
				sorts(1) ? 'Oldest first' : 'In another order',
				sorts(1) && 'envelopes-oldest-first',
			)
		);
	},
	'list-page-size': ({ json: { nextPage }, items = [] }) =>
		nextPage !== undefined &&
		choose(items.length === 50, '50 on a page', `${items.length} on a page`),
	'list-cursor': ({ json: { nextPage } }) =>
		nextPage !== undefined &&
		choose(
			typeof nextPage === 'string',
			'It is a text; how long it is valid was not seen',
			'It is not a text',
		),
};

const isDeletion = (route: Route) => /^DELETE |:batch-delete$/.test(route);

/** Tells the entries of a request apart, and those of its answer. */
const identityOf = ({ email, type, page, label, boundingBox: box }: Loose): string =>
	JSON.stringify([email, type, page, label, typeof box === 'string' ? JSON.parse(box) : box]);

function aboutObjects(seen: Seen): Array<{ id: string; group: string } & object> {
	const { route, kind, json, items } = seen;
	if (isDownload(route) || isDeletion(route)) return [];
	const objects = items ?? [json];
	const lists = items ? [extraKeys(route, json, KEYS.list)] : [];
	return [
		...lists,
		...objects.flatMap((object) => [
			extraKeys(route, object, KEYS[kind]),
			...Object.entries(OBJECTS).map(([id, look]) => ({ id, group: route, ...look(object, seen) })),
		]),
	];
}

function extraKeys(route: Route, object: Loose, known: string) {
	const extra = Object.keys(object).filter((key) => !known.split(' ').includes(key));
	const other = `${route}: ${extra.map((key) => `\`${key}\``).join(', ')}`;
	const found = choose(extra.length === 0, 'They have no others', other, 'extra-keys');
	return { id: 'extra-keys', group: extra.length > 0 ? other : route, ...found };
}

const OBJECTS: Record<string, (object: Loose, seen: Seen) => Found> = {
	'token-spelling': ({ accessToken, access_token: snake }, { kind }) =>
		kind === 'token' &&
		(accessToken ?? snake) !== undefined &&
		choose(
			accessToken !== undefined,
			'The token is in `accessToken`',
			'The token is in `access_token`',
			'token-snake-case',
		),
	'token-unit': (token, { kind }) => {
		const stated = Number(token.expiresIn ?? token.expires_in);
		const lives = lifetimeOf(String(token.accessToken ?? token.access_token));
		const seen = `\`expiresIn\` is ${stated}${lives ? `; the token itself says ${lives} seconds` : ''}`;
		const isSeconds = lives ? stated !== lives * 1000 : stated < MAX_SECONDS;
		return kind === 'token' && stated > 0 && choose(isSeconds, seen, seen, 'token-milliseconds');
	},
	'id-key': ({ ID, id }) =>
		(ID ?? id) !== undefined &&
		choose(ID !== undefined, 'IDs are in `ID`', 'IDs are in `id`', 'key-id'),
	'short-envelopes': ({ mode, name }, { kind, route, items }) => {
		const isShort = items ?? /^PATCH|:send-for-signing$/.test(route);
		const found = choose(
			mode === undefined,
			'Lists and changes answer with short ones',
			`${route} answers with full ones`,
			'full-envelopes',
		);
		return kind === 'envelope' && isShort && name !== undefined && found;
	},
	'notifier-missing': ({ notificationsManagedBy: notifier, name }, { kind, route, items }) =>
		kind === 'envelope' &&
		!items &&
		!/^PATCH|:send-for-signing$/.test(route) &&
		name !== undefined &&
		choose(
			notifier !== undefined,
			'Envelopes have it',
			'Envelopes do not have it',
			'notifier-left-out',
		),
	'notifier-name': ({ notificationsManagedBy: notifier }, { kind }) =>
		kind === 'envelope' &&
		![undefined, 'sender'].includes(notifier as undefined) &&
		choose(
			notifier === 'service',
			'It is `service`',
			`It is \`${String(notifier)}\``,
			'notifier-renamed',
		),
	'document-status-key': ({ statue, status }, { kind, items }) =>
		kind === 'document' &&
		items !== undefined &&
		(statue ?? status) !== undefined &&
		choose(
			statue !== undefined,
			'Lists have `statue`',
			'Lists have `status`',
			'key-status-in-lists',
		),
	'document-processing': ({ statue, status = statue }, { kind }) => {
		const isKnown = DOCUMENT_STATES.includes(String(status));
		const found = choose(
			isKnown,
			'There are no other states',
			`There is the status \`${String(status)}\``,
			'documents-slow',
		);
		return (
			kind === 'document' &&
			status !== undefined &&
			found && { ...found, group: isKnown ? 'known' : 'other' }
		);
	},
	'role-case': ({ role }, { kind }) =>
		kind === 'participant' &&
		role !== undefined &&
		choose(
			role === String(role).toLowerCase(),
			'Answers have lowercase',
			`Answers have \`${String(role)}\``,
			'role-capitals',
		),
	'field-id-key': ({ ID, id, fieldID }, { kind, items, route }) =>
		kind === 'field' &&
		items !== undefined &&
		route.startsWith('GET ') &&
		(ID ?? id ?? fieldID) !== undefined &&
		choose(fieldID === undefined, 'The list has `ID`', 'The list has `fieldID`', 'key-field-id'),
	'box-type': ({ boundingBox: box }, { kind }) =>
		kind === 'field' &&
		box !== undefined &&
		choose(Array.isArray(box), 'It is an array', 'It is a text', 'box-text'),
};

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
