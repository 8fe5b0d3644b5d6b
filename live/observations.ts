import { ENDPOINTS, TOKEN_ROUTE, type Route } from '../nodes/ESignature/api';
import { isObject, parseJson } from '../nodes/ESignature/values/parse';
import { quotedIn } from '../test/contract/apiPage';
import { read } from '../test/contract/repository';
import type { Answer, Exchange } from './recorder';
import { isPage, objectOf, type Look, type Observation } from './visit';

type Loose = Record<string, unknown>;

/** An answer, or one object in it. */
interface Seen {
	kind: 'refusal' | 'limit' | 'file' | 'success' | 'object';
	route: Route;
	body: Loose;
	answer: Answer;
	object: Loose;
	isListed: boolean;
}

/** What an answer says about a question, if the question comes up. */
type Rule = (seen: Seen) => Look | false;

const WORDS = new Set(quotedIn(read('docs/api.md')).map((word) => word.replace('?', '')));
const STATES = /^(pending|uploaded|failed|signed|sealed)$/;
/** A lifetime above this can only be in milliseconds. */
const MAX_SECONDS = 10_000_000;

const isDeletion = (route: Route) => /^DELETE |:batch-delete$/.test(route);
const isDownload = (route: Route) => ENDPOINTS[route].answer.includes('/');
const withBody = ({ bytes }: Answer) => `with${bytes.length > 0 ? '' : 'out'} a body`;
const entriesIn = ({ items }: Loose) => (Array.isArray(items) ? items.filter(isObject) : []);
/** Which of these keys the object has; it should be the first. */
function spelled(text: string, object: Loose, ...keys: string[]): Look {
	const key = keys.find((one) => object[one] !== undefined);
	return key === undefined ? undefined : [key === keys[0], `${text} \`${key}\``];
}

const isZip = ({ bytes }: Answer) => bytes.subarray(0, 2).toString() === 'PK';
const isWhole = (answer: Answer) =>
	answer.bytes.subarray(-1024).includes(isZip(answer) ? 'PK\x05\x06' : '%%EOF');
const isEnvelope = ({ object }: Seen) => object.lastModifiedAt !== undefined;
const isDocument = ({ route }: Seen) => /\/documents(?!.*\/fields)/.test(route);
/** An answer to a change is short, as a list is. */
const isShort = ({ route, isListed }: Seen) => isListed || /^PATCH|:send-for-signing$/.test(route);

/** How the open questions show in what was sent and answered, whatever it was made for. */
const RULES: Record<Seen['kind'], Record<string, Rule>> = {
	limit: {
		'rate-limit-hint': ({ answer: { headers } }) => {
			const isHint = 'retry-after' in headers;
			return [isHint, `A 429 has ${isHint ? 'a' : 'no'} header \`Retry-After\``];
		},
	},
	refusal: {
		permissions: ({ route, answer }) => answer.status === 403 && [false, `${route} got a 403`],
		'gateway-errors': ({ answer: { json, status, headers } }) =>
			isObject(json)
				? [true, 'Errors are JSON problem objects']
				: [false, `A ${status} is \`${headers['content-type']}\`, not a problem object`],
		'problem-type': ({ object: { type } }) => {
			const isUrl = /^(https?:|about:|\/|#)/.test(String(type));
			const what = isUrl ? 'a URL' : `\`${String(type)}\``;
			return type !== undefined && [isUrl, `\`type\` of an error is ${what}`];
		},
		'validation-errors-place': ({ object: { extensions, validation_errors: errors } }) => {
			const isBelow = isObject(extensions) && extensions.validation_errors !== undefined;
			const where = isBelow ? 'under `extensions`' : 'at the top level';
			return (isBelow || errors !== undefined) && [!isBelow, `\`validation_errors\` is ${where}`];
		},
	},
	file: {
		'file-types': ({ route, answer }) => {
			const what = isZip(answer) ? 'ZIP' : route.includes('/documents/') ? 'document' : 'PDF';
			const type = String(answer.headers['content-type']);
			const assumed = what === 'document' ? 'application/pdf' : 'application/octet-stream';
			return isWhole(answer) && [type.startsWith(assumed), `A ${what} is \`${type}\``];
		},
		'file-length': ({ answer }) => {
			const isSent = 'content-length' in answer.headers;
			const seen = `Files come with${isSent ? '' : 'out'} \`Content-Length\``;
			return isWhole(answer) && [isSent, seen];
		},
		'file-origin': ({ answer }) =>
			isWhole(answer)
				? [true, 'Files come without a redirect']
				: answer.status >= 300 && [false, 'A file was redirected'],
	},
	success: {
		'success-statuses': ({ route, body, answer }) => {
			const createsOne = /^POST [^:]+$/.test(route) && !('items' in body);
			const assumed = route.endsWith(':send-reminders') ? 202 : createsOne ? 201 : 200;
			if (isDeletion(route) || route === TOKEN_ROUTE) return undefined;
			return answer.status === assumed
				? [true, 'They are those of docs/api.md']
				: [false, `${route}: ${answer.status} ${withBody(answer)}`];
		},
		'delete-answers': ({ route, answer }) => {
			const [name, status] = route.startsWith('DELETE ') ? ['Single', 204] : ['Batch', 200];
			const isAssumed = answer.status === status && answer.bytes.length === 0;
			const seen = `${name} deletes: ${answer.status} ${withBody(answer)}`;
			return isDeletion(route) && [isAssumed, seen];
		},
		'bulk-order': ({ body, object }) => {
			const asked = entriesIn(body).map(identityOf);
			const made = entriesIn(object).map(identityOf).join();
			const [order, back] = [asked.join(), asked.reverse().join()];
			const how =
				made === order ? 'as in the request' : made === back ? 'reversed' : 'in another order';
			return order !== back && [made === order, `Entries come back ${how}`];
		},
		'list-order': ({ route, object }) => {
			const times = entriesIn(object).map(({ createdAt }) => Date.parse(String(createdAt)));
			const isSorted = (sign: number) =>
				times.every((time, at) => at === 0 || sign * (time - Number(times[at - 1])) >= 0);
			if (route !== 'GET /sign/envelopes' || new Set(times).size < 2) return undefined;
			if (isSorted(-1)) return [true, 'The list begins with the newest envelope'];
			return [
				false,
				`The list ${isSorted(1) ? 'begins with the oldest envelope' : 'is not by time'}`,
			];
		},
		'list-page-size': ({ object }) => {
			const { length } = entriesIn(object);
			return object.nextPage !== undefined && [length === 50, `${length} envelopes on a page`];
		},
		'list-cursor': ({ object: { nextPage } }) => {
			const seen = `\`nextPage\` is a ${typeof nextPage}; how long it is valid was not seen`;
			return nextPage !== undefined && [typeof nextPage === 'string', seen];
		},
	},
	object: {
		'token-spelling': ({ object }) =>
			spelled('The token is in', object, 'accessToken', 'access_token'),
		'token-unit': ({ object }) => {
			const stated = Number(object.expiresIn ?? object.expires_in);
			const lives = lifetimeOf(tokenIn(object));
			const isSeconds = lives ? stated !== lives * 1000 : stated < MAX_SECONDS;
			const own = lives ? `, and the token says that it lives ${lives} seconds` : '';
			const unit = isSeconds ? 'Seconds' : 'Milliseconds';
			return stated > 0 && [isSeconds, `${unit}: \`expiresIn\` is ${stated}${own}`];
		},
		'short-envelopes': (seen) => {
			const isAssumed = seen.object.mode === undefined;
			const what = `${isAssumed ? 'short' : 'full'} envelopes`;
			return isEnvelope(seen) && isShort(seen) && [isAssumed, `${seen.route} answers with ${what}`];
		},
		'notifier-missing': (seen) => {
			const isThere = 'notificationsManagedBy' in seen.object;
			const sentence = `Envelopes ${isThere ? '' : 'do not '}have \`notificationsManagedBy\``;
			return isEnvelope(seen) && !isShort(seen) && [isThere, sentence];
		},
		'notifier-name': ({ object: { notificationsManagedBy: name } }) =>
			typeof name === 'string' &&
			name !== 'sender' && [name === 'service', `Its value is \`${name}\``],
		'document-status-key': (seen) =>
			isDocument(seen) &&
			seen.isListed &&
			spelled('The list of documents has', seen.object, 'statue', 'status'),
		'document-processing': (seen) => {
			const { statue, status = statue } = seen.object;
			if (!isDocument(seen) || status === undefined) return undefined;
			return STATES.test(String(status))
				? [true, 'Documents have only documented states']
				: [false, `A document has the status \`${String(status)}\``];
		},
		'role-case': ({ object: { role } }) =>
			typeof role === 'string' && [/^[a-z]+$/.test(role), `Roles come back as \`${role}\``],
		'field-id-key': ({ object, route }) =>
			/^GET .*\/fields$/.test(route) &&
			spelled('The list of fields has', object, object.id ? 'id' : 'ID', 'fieldID'),
		'box-type': ({ object: { boundingBox: box } }) => {
			const type = Array.isArray(box) ? 'an array' : `a ${typeof box}`;
			return box !== undefined && [Array.isArray(box), `\`boundingBox\` is ${type}`];
		},
		'id-key': ({ object }) => spelled('The key of IDs is', object, 'ID', 'id'),
		'extra-keys': ({ route, object }) => {
			const extra = Object.keys(object).filter((key) => !WORDS.has(key));
			return extra.length === 0
				? [true, 'Answers have no other keys']
				: [false, `${route} also answers with \`${extra.join('`, `')}\``];
		},
	},
};

/** One answer is enough to differ, even if others to the same request are as assumed. */
const RARE = ['document-processing', 'extra-keys'];

/** What tells the entries of a request apart, and those of its answer. */
const identityOf = ({ email, type, page, label, boundingBox: box }: Loose): string =>
	JSON.stringify([email, type, page, label, typeof box === 'string' ? parseJson(box) : box]);

/** What an exchange says about the open questions: at most one thing of a kind. */
export function observationsOf(exchange: Exchange): Observation[] {
	const all = seenIn(exchange).flatMap((seen) =>
		Object.entries(RULES[seen.kind]).flatMap(([id, rule]) => {
			const [isAssumed, sentence] = rule(seen) || [];
			if (isAssumed === undefined || sentence === undefined) return [];
			const status = seen.kind === 'refusal' ? seen.answer.status : '';
			const group = RARE.includes(id) ? sentence : `${seen.route} ${status}`;
			return [{ id, group, isAssumed, seen: sentence }];
		}),
	);
	return [...new Map(all.map((one) => [`${one.id} ${one.group} ${one.isAssumed}`, one])).values()];
}

function seenIn({ route, sent, answer }: Exchange): Seen[] {
	if (!route || !answer || answer.status >= 500 || isPage(answer)) return [];
	const object = objectOf(answer);
	const seen = {
		route,
		body: isObject(sent.json) ? sent.json : {},
		answer,
		object,
		isListed: false,
	};
	if (answer.status === 429) return [{ ...seen, kind: 'limit' }];
	if (answer.status >= 400) return route === TOKEN_ROUTE ? [] : [{ ...seen, kind: 'refusal' }];
	if (isDownload(route)) return [{ ...seen, kind: 'file' }];
	if (answer.status >= 300) return [];
	const whole: Seen = { ...seen, kind: 'success' };
	if (isDeletion(route) || Object.keys(object).length === 0) return [whole];
	const entries = entriesIn(object).map((entry): Seen => ({
		...seen,
		kind: 'object',
		object: entry,
		isListed: true,
	}));
	return [whole, { ...seen, kind: 'object' }, ...entries];
}

export const tokenIn = ({ accessToken, access_token: snake }: Loose): string =>
	String(accessToken ?? snake ?? '');

/** In seconds, as the token itself says it, if it is a JWT. */
function lifetimeOf(token: string): number | undefined {
	const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
	return isObject(claims) ? Number(claims.exp) - Number(claims.iat) || undefined : undefined;
}
