import { ENDPOINTS, type JsonRoute } from '../api';
import type { Loose } from './spelling';
import { printable } from './wire/text';

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
	route.startsWith('GET ') && ENDPOINTS[route].answer === 'items';

/** A cache or a proxy may mix answers up: what is about something else is no answer. */
export function otherThan({ route, path }: Asked, thing: Loose): string | undefined {
	const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
	const IDs = idsIn(path);
	const own = endsWithId(route) ? names.length - 1 : -1;
	for (const [at, name] of names.entries()) {
		const answered = at === own ? thing.ID : thing[name];
		const wanted = IDs[at];
		if (typeof answered !== 'string' || wanted === undefined) continue;
		if (answered.trim().toLowerCase() !== wanted.toLowerCase()) {
			return `It is about ${printable(answered, 60)}, but ${wanted} was asked for.`;
		}
	}
	return undefined;
}

export const endsWithId = (route: JsonRoute): boolean => /\{\w+\}(?::[\w-]+)?$/.test(route);

export const idsIn = (text: string): string[] => text.match(UUID) ?? [];

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** How the ID of what a route is about may be called: the last kind of thing in its path. */
export const ownKey = (route: JsonRoute): string | undefined => {
	const kinds = route.match(/(?:envelope|document|participant|field)(?=s\b)/g) ?? [];
	return route.endsWith('/signing-urls') ? undefined : `${kinds.at(-1)}ID`;
};
