import { isObject, mapValues, withJson } from '../changes';
import type { Answered, Asked, Dialect } from '../dialect';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LEFT_OPEN =
	'Resources: "ID | string, UUIDv4"; in which case its letters are written, and compared, is not said';

const upper = (value: unknown) =>
	typeof value === 'string' && UUID.test(value) ? value.toUpperCase() : value;

const inCapitals = (answered: Answered): Answered =>
	answered.body.kind === 'json'
		? withJson(answered, mapValues(answered.body.value, upper))
		: answered;

/** Every ID as it was spelt in the answers. */
function isExact({ ids, body }: Asked): boolean {
	let exact = true;
	const look = (value: unknown) => {
		if (upper(value) !== value) exact = false;
		return value;
	};
	mapValues(ids, look);
	if (isObject(body)) mapValues(body, look);
	return exact;
}

export const writtenIds: Dialect[] = [
	{
		name: 'ids-upper',
		changes: 'IDs come back in capitals; a request may write them either way',
		leftOpenBy: LEFT_OPEN,
		group: 'ids',
		answer: inCapitals,
	},
	{
		name: 'ids-upper-exact',
		changes: 'IDs come back in capitals, and a request that writes them otherwise is answered 404',
		leftOpenBy: LEFT_OPEN,
		group: 'ids',
		ask: (asked) =>
			// A client ID may look like one, too.
			asked.route === 'POST /oauth/token' || isExact(asked)
				? asked
				: {
						status: 404,
						headers: { 'Content-Type': 'application/problem+json' },
						body: {
							kind: 'json',
							value: {
								type: 'https://docs.example/errors#404-not-found',
								title: 'Not Found',
								status: 404,
								detail: 'An ID is not written as this service writes it.',
								instance: asked.path,
							},
						},
					},
		answer: inCapitals,
	},
];
