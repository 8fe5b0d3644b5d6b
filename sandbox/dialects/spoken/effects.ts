import type { Route } from '../../../nodes/ESignature/api';
import { isBulk, isObject, isRefusal, onThings, withJson } from '../changes';
import type { Answered, Asked, Dialect, Surroundings } from '../dialect';

const CODES =
	'General gaps: "Success status codes of all endpoints except field creation: not shown."';
const SENDING =
	'What the service does: "sending it for signing [is] mentioned only by name"; what it answers is not shown';
const NAMES =
	'Document, name: "File name given by the user"; which of its signs are kept is not said';
const ENVELOPE = '/sign/envelopes/{envelopeID}';
const SEND = `POST ${ENVELOPE}:send-for-signing`;

/** Less than the first pause of a patient client, more than none. */
const MOMENT = 250;

const NOTHING: Answered = { status: 202, headers: {}, body: { kind: 'nothing' } };

/** Where to see whether there is anything to delete. */
function readOf(route: string): Route | undefined {
	if (route.startsWith('DELETE ')) {
		const path = route.slice('DELETE '.length);
		const isListed = /\/(?:participants|fields)\/\{\w+\}$/.test(path);
		return `GET ${isListed ? path.replace(/\/\{\w+\}$/, '') : path}` as Route;
	}
	return route.endsWith(':batch-delete')
		? (`GET ${route.slice('POST '.length, -':batch-delete'.length)}` as Route)
		: undefined;
}

async function isThere(asked: Asked, read: Route, { serve }: Surroundings): Promise<boolean> {
	const answered = await serve({ ...asked, route: read, body: undefined });
	const { body } = answered;
	if (isRefusal(answered) || body.kind !== 'json' || !isObject(body.value)) return false;
	const { items } = body.value;
	if (!Array.isArray(items)) return true;
	const sent = isBulk(asked) && isObject(asked.body) ? asked.body.items : undefined;
	const wanted = Array.isArray(sent) ? sent : [Object.values(asked.ids).at(-1)];
	const listed = items.map((one) => String((one as { ID: unknown }).ID).toLowerCase());
	return wanted.every((ID) => listed.includes(String(ID).toLowerCase()));
}

/** When a write takes effect, and how much of that its answer tells. */
export const effects: Dialect[] = [
	{
		name: 'deletes-later',
		changes: 'Deletes answer 202 and are carried out a moment later',
		leftOpenBy: CODES,
		ask: async (asked, around) => {
			const read = readOf(asked.route);
			if (!read || !(await isThere(asked, read, around))) return asked;
			void around.sleep(MOMENT).then(async () => await around.serve(asked));
			return NOTHING;
		},
	},
	{
		name: 'send-old-status',
		changes: 'The answer to sending still says `drafted`',
		leftOpenBy: SENDING,
		group: 'send',
		answer: (answered, { route }) =>
			route === SEND && answered.body.kind === 'json' && !isRefusal(answered)
				? withJson(answered, { ...(answered.body.value as object), status: 'drafted' })
				: answered,
	},
	{
		name: 'send-nothing',
		changes: 'Sending answers 202, without a body',
		leftOpenBy: SENDING,
		group: 'send',
		answer: (answered, { route }) => (route === SEND && !isRefusal(answered) ? NOTHING : answered),
	},
	{
		name: 'document-names-cleaned',
		changes: 'Names of documents come back in small letters, with `_` for everything else',
		leftOpenBy: NAMES,
		answer: onThings(['document'], (document) =>
			typeof document.name === 'string'
				? { ...document, name: document.name.toLowerCase().replace(/[^a-z0-9.]/g, '_') }
				: document,
		),
	},
];
