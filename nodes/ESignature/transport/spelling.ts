import {
	AUTHENTICATION_TYPES,
	DOCUMENT_STATUSES,
	ENDPOINTS,
	ENVELOPE_STATUSES,
	FIELD_TYPES,
	idsIn,
	isRead,
	NOTIFIERS,
	PARTICIPANT_ROLES,
	plainKey,
	sameId,
	SIGNING_MODES,
	type JsonRoute,
} from '../api';
import { printable } from '../errors/printable';
import { readBox, readNumber } from './wire/body';

/** A request, as far as its answer is compared with it. */
export interface Asked {
	route: JsonRoute;
	/** The route with its IDs. */
	path: string;
	/** What was sent along. */
	body?: unknown;
}

/** Several things were sent, so several come back. */
export const itemsOf = ({ body }: Asked): unknown[] | undefined => {
	const { items } = (body ?? {}) as { items?: unknown };
	return Array.isArray(items) ? items : undefined;
};

export const isList = ({ route }: Asked): boolean =>
	isRead(route) && ENDPOINTS[route].answer === 'items';

/** A cache or a proxy may mix answers up: what is about something else is no answer. */
export function otherThan({ route, path }: Asked, things: Loose[]): string | undefined {
	const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
	const IDs = idsIn(path);
	const own = endsWithId(route) ? names.length - 1 : -1;
	for (const thing of things) {
		for (const [at, name] of names.entries()) {
			const answered = at === own ? thing.ID : thing[name];
			const wanted = IDs[at];
			if (typeof answered !== 'string' || wanted === undefined) continue;
			if (!sameId(answered, wanted)) {
				return `The response is about ${printable(answered, 60)}, but ${wanted} was requested.`;
			}
		}
	}
	return undefined;
}

export const endsWithId = (route: JsonRoute): boolean => /\{\w+\}(?::[\w-]+)?$/.test(route);

/** How the ID of what a route is about may be called: the last kind of thing in its path. */
export const ownKey = (route: JsonRoute): string | undefined => {
	const kinds = route.match(/(?:envelope|document|participant|field)(?=s\b)/g) ?? [];
	return route.endsWith('/signing-urls') ? undefined : `${kinds.at(-1)}ID`;
};

export type Loose = Record<string, unknown>;

/** Every key that the contract or its supplement names, as it spells it. */
const KEYS = [
	...['ID', 'envelopeID', 'documentID', 'participantID', 'fieldID', 'name', 'status', 'mode'],
	...['createdAt', 'lastModifiedAt', 'notification', 'subject', 'body', 'notificationsManagedBy'],
	...['sizeBytes', 'numPages', 'failureReason', 'email', 'role', 'authentication', 'type'],
	...['accessCode', 'countryCode', 'phoneNumber', 'boundingBox', 'page', 'required', 'label'],
	...['format', 'modifiable', 'userId', 'signingUrl', 'expiresAt', 'items', 'total', 'nextPage'],
];
const KNOWN: ReadonlySet<string> = new Set(KEYS);
const SPELLED = new Map(KEYS.map((key) => [plainKey(key), key]));
// The sample of the document list has it.
SPELLED.set('statue', 'status');

const knownAs = (known: readonly string[]) => {
	const spellings = new Map(known.map((word) => [word.toLowerCase(), word]));
	return (value: unknown) =>
		typeof value === 'string' ? (spellings.get(value.trim().toLowerCase()) ?? value) : value;
};
const flagged = (value: unknown) => {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	return text === 'true' || text === 'false' ? text === 'true' : value;
};

/** Values that have one meaning, however they are written; every other one passes as it came. */
const VALUES = new Map<string, (value: unknown) => unknown>([
	['status', knownAs([...ENVELOPE_STATUSES, ...DOCUMENT_STATUSES])],
	['mode', knownAs(SIGNING_MODES)],
	['role', knownAs(PARTICIPANT_ROLES)],
	['notificationsManagedBy', knownAs(NOTIFIERS)],
	['type', knownAs([...FIELD_TYPES, ...AUTHENTICATION_TYPES])],
	['boundingBox', (value) => readBox(value) ?? value],
	['page', (value) => readNumber(value) ?? value],
	['required', flagged],
	['modifiable', flagged],
	['notification', respelled],
	['authentication', respelled],
]);

/**
 * A thing of the service in the contract's own spelling. Samples say `statue`, `id` and `fieldID`, and
 * other services write `participantId` or `bounding_box`. Where two keys could be meant, and for every
 * key that the contract does not know, all stays as it is.
 *
 * `own` is how the ID of this kind of thing may be called, for example `fieldID`.
 */
export function normalise(thing: Loose, own?: string): Loose {
	const named = respelled(thing) as Loose;
	const ID = own === undefined ? undefined : named[own];
	if (own === undefined || !says('ID', ID) || (named.ID ?? undefined) !== undefined) return named;
	const others = Object.entries(named).filter(([key]) => key !== own && key !== 'ID');
	return Object.fromEntries([['ID', ID], ...others]);
}

function respelled(thing: unknown): unknown {
	if (!isObject(thing)) return thing;
	return Object.keys(thing).every(isSpelled) ? withValues(thing) : withKeys(thing);
}

/** Of a thing whose keys are the contract's own, which is nearly every one in lists of thousands. */
function withValues(thing: Loose): Loose {
	const result = { ...thing };
	for (const [key, read] of VALUES) {
		if (key in result) result[key] = read(result[key]) ?? result[key];
	}
	return result;
}

function withKeys(thing: Loose): Loose {
	const chosen = chosenKeys(thing);
	return Object.fromEntries(
		Object.entries(thing).flatMap(([key, value]): Array<[string, unknown]> => {
			const meant = meantBy(key);
			const from = chosen.get(meant);
			if (from === key) return [[meant, VALUES.get(meant)?.(value) ?? value]];
			// A correctly spelled key without a value is replaced; `statue` is dropped if `status` is there, too.
			const replaced = from !== undefined && (key === meant || key === 'statue');
			return replaced ? [] : [[key, value]];
		}),
	);
}

const meantBy = (key: string): string =>
	KNOWN.has(key) ? key : (SPELLED.get(plainKey(key)) ?? key);

const isSpelled = (key: string): boolean => meantBy(key) === key;

/** For each key of the contract, the one that stands for it: the right one, or the only other one. */
function chosenKeys(thing: Loose): Map<string, string> {
	const spellings = new Map<string, string[]>();
	for (const [key, value] of Object.entries(thing)) {
		const meant = meantBy(key);
		if (says(meant, value)) spellings.set(meant, [...(spellings.get(meant) ?? []), key]);
	}
	return new Map(
		[...spellings].flatMap(([meant, keys]): Array<[string, string]> => {
			const chosen = keys.includes(meant) ? meant : keys[0];
			return chosen !== undefined && (chosen === meant || keys.length === 1)
				? [[meant, chosen]]
				: [];
		}),
	);
}

/** `null` stands for nothing, and an ID is a text. */
const says = (meant: string, value: unknown): boolean =>
	meant === 'ID' ? typeof value === 'string' : value !== undefined && value !== null;

export const isObject = (value: unknown): value is Loose =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
