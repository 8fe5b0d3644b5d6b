import type { Answered, Asked } from './dialect';

/** The ways in which dialects change an answer. */
export type Loose = Record<string, unknown>;

export type Kind = 'token' | 'envelope' | 'document' | 'participant' | 'signingUrl' | 'field';

export const isObject = (value: unknown): value is Loose =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the answers of a route are about. */
export function kindOf({ route }: Pick<Asked, 'route'>): Kind {
	if (route === 'POST /oauth/token') return 'token';
	if (route.includes('/signing-urls')) return 'signingUrl';
	if (route.includes('/fields')) return 'field';
	if (route.includes('/participants')) return 'participant';
	return route.includes('/documents') ? 'document' : 'envelope';
}

const methodOf = ({ route }: Pick<Asked, 'route'>) => route.split(' ')[0];

export const isRead = (asked: Asked) => methodOf(asked) === 'GET';

export const isRefusal = ({ status }: Answered) => status >= 400;

/** "Create Field(s)" is the one endpoint whose status codes are stated. */
export const isFieldCreation = ({ route }: Asked) =>
	route === 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';

export const isBulk = ({ body }: Pick<Asked, 'body'>) =>
	isObject(body) && Array.isArray(body.items);

export const isList = (asked: Asked, { body }: Answered) =>
	isRead(asked) && body.kind === 'json' && isObject(body.value) && 'items' in body.value;

export const withJson = (answered: Answered, value: unknown): Answered => ({
	...answered,
	body: { kind: 'json', value },
});

/** Applies to the JSON of every success. */
export const onSuccess =
	(change: (value: Loose, asked: Asked, answered: Answered) => unknown) =>
	(answered: Answered, asked: Asked): Answered => {
		const { body } = answered;
		if (isRefusal(answered) || body.kind !== 'json' || !isObject(body.value)) return answered;
		return withJson(answered, change(body.value, asked, answered));
	};

/** Applies to each thing of these kinds, alone or in a list. */
export const onThings = (kinds: Kind[], change: (thing: Loose, asked: Asked) => Loose) =>
	onSuccess((value, asked) => {
		if (!kinds.includes(kindOf(asked))) return value;
		if (!Array.isArray(value.items)) return 'items' in value ? value : change(value, asked);
		return { ...value, items: value.items.map((item: Loose) => change(item, asked)) };
	});

/** Applies to the answers of lists, whole or a page. */
export const onLists = (change: (list: Loose & { items: unknown[] }, asked: Asked) => Loose) =>
	onSuccess((value, asked, answered) =>
		isList(asked, answered) && Array.isArray(value.items)
			? change({ ...value, items: value.items }, asked)
			: value,
	);

/** Applies to the answers of bulk creations. */
export const onBulk = (change: (items: unknown[]) => unknown[]) =>
	onSuccess((value, asked) =>
		isBulk(asked) && Array.isArray(value.items) ? { ...value, items: change(value.items) } : value,
	);

/** Applies to successes that carry nothing: deletes and reminders. */
export const onNothing =
	(change: (answered: Answered, asked: Asked) => Answered) =>
	(answered: Answered, asked: Asked): Answered =>
		isRefusal(answered) || answered.body.kind !== 'nothing' ? answered : change(answered, asked);

/** Applies to refusals of everything but the token endpoint. */
export const onProblems =
	(change: (problem: Loose, answered: Answered) => Answered) =>
	(answered: Answered, asked: Asked): Answered =>
		isRefusal(answered) &&
		kindOf(asked) !== 'token' &&
		answered.body.kind === 'json' &&
		isObject(answered.body.value)
			? change(answered.body.value, answered)
			: answered;

/** Applies to files. */
export const onFiles =
	(change: (bytes: Buffer, asked: Asked, answered: Answered) => Buffer | Promise<Buffer>) =>
	async (answered: Answered, asked: Asked): Promise<Answered> => {
		const { body } = answered;
		if (body.kind !== 'file' || isRefusal(answered)) return answered;
		return {
			...answered,
			body: { kind: 'file', bytes: await change(body.bytes, asked, answered) },
		};
	};

export function without(thing: Loose, ...keys: string[]): Loose {
	return Object.fromEntries(Object.entries(thing).filter(([key]) => !keys.includes(key)));
}

export const renamed = (thing: Loose, names: Record<string, string>): Loose =>
	Object.fromEntries(Object.entries(thing).map(([key, value]) => [names[key] ?? key, value]));

/** Every value of a JSON text, the innermost first. */
export function mapValues(
	value: unknown,
	change: (value: unknown, key: string) => unknown,
	key = '',
): unknown {
	if (Array.isArray(value)) return value.map((entry) => mapValues(entry, change, key));
	if (!isObject(value)) return change(value, key);
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [name, mapValues(entry, change, name)]),
	);
}

/** Out of order, and each time in the same way: what stood at odd places, then the rest. */
export const shuffled = <Item>(items: Item[]): Item[] => [
	...items.filter((_, index) => index % 2 === 1),
	...items.filter((_, index) => index % 2 === 0).reverse(),
];
