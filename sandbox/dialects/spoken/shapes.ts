import { isObject, isRefusal, kindOf, onThings, without, withJson, type Loose } from '../changes';
import type { Answered, Asked, Dialect, Surroundings } from '../dialect';

/** Each thing of an answer, read again alone. */
async function readAgain(
	answered: Answered,
	asked: Asked,
	read: (thing: Loose) => Promise<Answered>,
): Promise<Answered> {
	const { body } = answered;
	if (isRefusal(answered) || body.kind !== 'json' || !isObject(body.value)) return answered;
	const again = async (thing: Loose): Promise<unknown> => {
		const { body } = await read(thing);
		return body.kind === 'json' ? body.value : thing;
	};
	const { items } = body.value;
	if (!Array.isArray(items)) return withJson(answered, await again(body.value));
	return withJson(answered, { ...body.value, items: await Promise.all(items.map(again)) });
}

const one = (asked: Asked, route: Asked['route'], ids: object): Asked => ({
	...asked,
	route,
	ids: { ...asked.ids, ...ids },
	query: {},
	body: undefined,
});

/** Which shape of a thing is answered where. */
export const shapes: Dialect[] = [
	{
		name: 'envelope-short-on-create',
		changes: 'A created envelope comes back without mode and notification',
		leftOpenBy:
			'What the service does: "Endpoints for creating an envelope [...] are mentioned only by name; their shapes are not shown."',
		group: 'envelope shape',
		answer: onThings(['envelope'], (envelope, { route }) =>
			route === 'POST /sign/envelopes' ? without(envelope, 'mode', 'notification') : envelope,
		),
	},
	{
		name: 'envelope-full-everywhere',
		changes: 'The list, changes and sending answer full envelopes',
		leftOpenBy:
			'General gaps: "endpoints for creating envelopes, sending for signing [...]: not shown"; the short form is the supplement\'s',
		group: 'envelope shape',
		answer: async (answered, asked, { serve }: Surroundings) =>
			kindOf(asked) !== 'envelope'
				? answered
				: await readAgain(
						answered,
						asked,
						async ({ ID }) =>
							await serve(one(asked, 'GET /sign/envelopes/{envelopeID}', { envelopeID: ID })),
					),
	},
	{
		name: 'documents-full-in-lists',
		changes: 'The list of documents has everything that a single document has',
		leftOpenBy: 'Document: "Fields particular to each status variant: not shown."',
		answer: async (answered, asked, { serve }: Surroundings) =>
			asked.route !== 'GET /sign/envelopes/{envelopeID}/documents'
				? answered
				: await readAgain(answered, asked, async ({ ID }) => {
						const route = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}';
						return await serve(one(asked, route, { documentID: ID }));
					}),
	},
];
