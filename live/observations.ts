import { ENDPOINTS, TOKEN_ROUTE, type Route } from '../nodes/ESignature/api';
import { isObject, parseJson } from '../nodes/ESignature/values/parse';
import { quotedIn } from '../test/contract/apiPage';
import { read } from '../test/contract/repository';
import type { Answer, Exchange } from './recorder';
import { objectOf, type Observation } from './visit';

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

/** The sentences that agree with the sandbox, and what an answer says; nothing if the question does not come up. */
type Rule = [assumed: RegExp, says: (seen: Seen) => string | false | undefined];

const WORDS = new Set(quotedIn(read('docs/api.md')).map((word) => word.replace('?', '')));
const STATES = /^(pending|uploaded|failed|signed|sealed)$/;
/** A lifetime above this can only be in milliseconds. */
const MAX_SECONDS = 10_000_000;

const isDeletion = (route: Route) => /^DELETE |:batch-delete$/.test(route);
const isDownload = (route: Route) => ENDPOINTS[route].answer.includes('/');
const withBody = ({ bytes }: Answer) => `with${bytes.length > 0 ? '' : 'out'} a body`;
const entriesIn = ({ items }: Loose) => (Array.isArray(items) ? items.filter(isObject) : []);
/** The first of these keys that the object has, in a sentence. */
const spelled = (text: string, object: Loose, ...keys: string[]) => {
	const key = keys.find((one) => object[one] !== undefined);
	return key && `${text} \`${key}\``;
};

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
		'rate-limit-hint': [
			/ a /,
			({ answer: { headers } }) =>
				`A 429 has ${'retry-after' in headers ? 'a' : 'no'} header \`Retry-After\``,
		],
	},
	refusal: {
		permissions: [/^No/, ({ route, answer }) => answer.status === 403 && `${route} got a 403`],
		'gateway-errors': [
			/^Errors/,
			({ answer: { json, status, headers } }) =>
				isObject(json)
					? 'Errors are JSON problem objects'
					: `A ${status} is \`${headers['content-type']}\`, not a problem object`,
		],
		'problem-type': [
			/a URL/,
			({ object: { type } }) =>
				typeof type === 'string' &&
				`\`type\` of an error is ${/^(https?:|about:|\/|#)/.test(type) ? 'a URL' : `\`${type}\``}`,
		],
		'validation-errors-place': [
			/top/,
			({ object: { extensions, validation_errors: errors } }) =>
				isObject(extensions) && extensions.validation_errors !== undefined
					? '`validation_errors` is under `extensions`'
					: errors !== undefined && '`validation_errors` is at the top level',
		],
	},
	file: {
		'file-types': [
			/document is `application\/pdf|octet-stream/,
			({ route, answer }) => {
				const what = isZip(answer) ? 'ZIP' : route.includes('/documents/') ? 'document' : 'PDF';
				return isWhole(answer) && `A ${what} is \`${answer.headers['content-type']}\``;
			},
		],
		'file-length': [
			/^Files come with /,
			({ answer }) =>
				isWhole(answer) &&
				`Files come with${'content-length' in answer.headers ? '' : 'out'} \`Content-Length\``,
		],
		'file-origin': [
			/without/,
			({ answer }) =>
				isWhole(answer)
					? 'Files come without a redirect'
					: answer.status >= 300 && 'A file was redirected',
		],
	},
	success: {
		permissions: [/^No/, () => 'No request got a 403'],
		'success-statuses': [
			/^They/,
			({ route, body, answer }) => {
				const createsOne = /^POST [^:]+$/.test(route) && !('items' in body);
				const assumed = route.endsWith(':send-reminders') ? 202 : createsOne ? 201 : 200;
				if (isDeletion(route) || route === TOKEN_ROUTE) return undefined;
				return answer.status === assumed
					? 'They are those of docs/api.md'
					: `${route}: ${answer.status} ${withBody(answer)}`;
			},
		],
		'delete-answers': [
			/^Single deletes: 204 without|^Batch deletes: 200 without/,
			({ route, answer }) =>
				isDeletion(route) &&
				`${route.startsWith('DELETE ') ? 'Single' : 'Batch'} deletes: ${answer.status} ${withBody(answer)}`,
		],
		'bulk-order': [
			/as in/,
			({ body, object }) => {
				const asked = entriesIn(body).map(identityOf);
				const made = entriesIn(object).map(identityOf).join();
				const [order, back] = [asked.join(), asked.reverse().join()];
				if (order === back) return undefined;
				return made === order
					? 'Entries come back as in the request'
					: `Entries come back ${made === back ? 'reversed' : 'in another order'}`;
			},
		],
		'list-order': [
			/ newest/,
			({ route, object }) => {
				const times = entriesIn(object).map(({ createdAt }) => Date.parse(String(createdAt)));
				const isSorted = (sign: number) =>
					times.every((time, at) => at === 0 || sign * (time - Number(times[at - 1])) >= 0);
				if (route !== 'GET /sign/envelopes' || new Set(times).size < 2) return undefined;
				if (isSorted(-1)) return 'The list begins with the newest envelope';
				return isSorted(1) ? 'The list begins with the oldest envelope' : 'The list is not by time';
			},
		],
		'list-page-size': [
			/^50 /,
			({ object }) =>
				object.nextPage !== undefined && `${entriesIn(object).length} envelopes on a page`,
		],
		'list-cursor': [
			/string/,
			({ object: { nextPage } }) =>
				nextPage !== undefined &&
				`\`nextPage\` is a ${typeof nextPage}; how long it is valid was not seen`,
		],
	},
	object: {
		'token-spelling': [
			/accessToken/,
			({ object }) => spelled('The token is in', object, 'accessToken', 'access_token'),
		],
		'token-unit': [
			/^Seconds/,
			({ object }) => {
				const stated = Number(object.expiresIn ?? object.expires_in);
				const lives = lifetimeOf(tokenIn(object));
				const isSeconds = lives ? stated !== lives * 1000 : stated < MAX_SECONDS;
				const own = lives ? `, and the token says that it lives ${lives} seconds` : '';
				const unit = isSeconds ? 'Seconds' : 'Milliseconds';
				return stated > 0 && `${unit}: \`expiresIn\` is ${stated}${own}`;
			},
		],
		'short-envelopes': [
			/short/,
			(seen) =>
				isEnvelope(seen) &&
				isShort(seen) &&
				`${seen.route} answers with ${seen.object.mode === undefined ? 'short' : 'full'} envelopes`,
		],
		'notifier-missing': [
			/^Envelopes have/,
			(seen) =>
				isEnvelope(seen) &&
				!isShort(seen) &&
				`Envelopes ${'notificationsManagedBy' in seen.object ? '' : 'do not '}have \`notificationsManagedBy\``,
		],
		'notifier-name': [
			/`service`/,
			({ object: { notificationsManagedBy: name } }) =>
				typeof name === 'string' && name !== 'sender' && `Its value is \`${name}\``,
		],
		'document-status-key': [
			/statue/,
			(seen) =>
				isDocument(seen) &&
				seen.isListed &&
				spelled('The list of documents has', seen.object, 'statue', 'status'),
		],
		'document-processing': [
			/documented/,
			(seen) => {
				const { statue, status = statue } = seen.object;
				if (!isDocument(seen) || status === undefined) return undefined;
				return STATES.test(String(status))
					? 'Documents have only documented states'
					: `A document has the status \`${String(status)}\``;
			},
		],
		'role-case': [
			/`[a-z]+`/,
			({ object: { role } }) => typeof role === 'string' && `Roles come back as \`${role}\``,
		],
		'field-id-key': [
			/`(ID|id)`/,
			({ object, route }) =>
				/^GET .*\/fields$/.test(route) &&
				spelled('The list of fields has', object, 'ID', 'id', 'fieldID'),
		],
		'box-type': [
			/array/,
			({ object: { boundingBox: box } }) =>
				box !== undefined &&
				`\`boundingBox\` is ${Array.isArray(box) ? 'an array' : `a ${typeof box}`}`,
		],
		'id-key': [/`ID`/, ({ object }) => spelled('The key of IDs is', object, 'ID', 'id')],
		'extra-keys': [
			/no other/,
			({ route, object }) => {
				const extra = Object.keys(object).filter((key) => !WORDS.has(key));
				return extra.length === 0
					? 'Answers have no other keys'
					: `${route} also answers with \`${extra.join('`, `')}\``;
			},
		],
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
		Object.entries(RULES[seen.kind]).flatMap(([id, [assumed, says]]) => {
			const sentence = says(seen);
			if (!sentence) return [];
			const isAssumed = assumed.test(sentence);
			const status = seen.kind === 'refusal' ? seen.answer.status : '';
			const group = RARE.includes(id) ? sentence : `${seen.route} ${status}`;
			return [{ id, group, isAssumed, seen: sentence }];
		}),
	);
	return [...new Map(all.map((one) => [`${one.id} ${one.group} ${one.isAssumed}`, one])).values()];
}

function seenIn({ route, sent, answer }: Exchange): Seen[] {
	if (!route || !answer || answer.status >= 500) return [];
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
