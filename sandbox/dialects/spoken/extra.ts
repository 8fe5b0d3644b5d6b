import { onSuccess, onThings } from '../changes';
import type { Dialect } from '../dialect';

const MORE =
	'Resources: the tables say what there is, not that there is nothing else; paths carry no version';

/** More digits than a JavaScript number holds: 2^53 + 1 and the largest of 64 bits. */
export const LARGE_NUMBERS = { revision: 9007199254740993n, checksum: 18446744073709551615n };

/** Keys and headers that the contract does not know. */
export const extra: Dialect[] = [
	{
		name: 'extra-keys',
		changes: 'Objects, lists and headers have more than the contract knows',
		leftOpenBy: MORE,
		answer: (answered, asked) => {
			const things = onThings(
				['envelope', 'document', 'participant', 'field', 'token'],
				(thing) => ({
					tenant: { ID: 'not-an-id', name: 'Tenant', items: [] },
					labels: ['a', null],
					archived: false,
					value: null,
					...thing,
				}),
			);
			const lists = onSuccess((value) =>
				'items' in value ? { _links: { self: { href: asked.path } }, count: -1, ...value } : value,
			);
			const { headers, ...rest } = lists(things(answered, asked), asked);
			return {
				...rest,
				headers: { ...headers, ETag: '"1"', Link: '</next>; rel="next"', 'Set-Cookie': 'a=b' },
			};
		},
	},
	{
		name: 'large-numbers',
		changes: 'Objects have numbers of 64 bits under keys that the contract does not know',
		leftOpenBy: MORE,
		answer: onThings(['envelope', 'document', 'participant', 'field'], (thing) => ({
			...thing,
			...LARGE_NUMBERS,
		})),
	},
	{
		name: 'json-pretty',
		changes: 'JSON is indented, its keys are in another order, its letters are escaped',
		leftOpenBy: 'Endpoints: "All request and response bodies are JSON"; RFC 8259 leaves the rest',
		answer: (answered) => ({ ...answered, pretty: true }),
	},
];
