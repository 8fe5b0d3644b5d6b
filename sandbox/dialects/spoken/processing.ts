import { isObject, isRefusal, onThings, withJson, type Loose } from '../changes';
import type { Answered, Asked, Dialect, Surroundings } from '../dialect';

const STATES = 'States and transitions: "Document states: [...]. Transitions: not shown."';
const TIME = 'Supplement: "Processing is asynchronous"; how long it takes is not said';
const UPLOAD = 'POST /sign/envelopes/{envelopeID}/documents';
const DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';

/** Less than the first pause of a patient client, more than none. */
const MOMENT = 250;

const idOf = ({ body }: Answered) =>
	body.kind === 'json' && isObject(body.value) ? String(body.value.ID) : '';

const noted = (answered: Answered, asked: Asked, { memory, now }: Surroundings) => {
	if (asked.route !== UPLOAD || isRefusal(answered)) return;
	memory.set(idOf(answered), now());
	memory.set(String(asked.ids.envelopeID).toLowerCase(), now());
};

const isYoung = ({ memory, now }: Surroundings, id: unknown) =>
	now() < (memory.get(String(id).toLowerCase()) ?? -MOMENT) + MOMENT;

const refused = (asked: Asked, status: 404 | 409, title: string, detail: string): Answered => ({
	status,
	headers: { 'Content-Type': 'application/problem+json' },
	body: {
		kind: 'json',
		value: { type: `#${status}`, title, status, detail, instance: asked.path },
	},
});

/** A young document is shown in this state, and its envelope cannot be sent yet. */
const shownAs = (status: string): Pick<Dialect, 'ask' | 'answer'> => ({
	ask: (asked, around) =>
		asked.route === SEND && isYoung(around, asked.ids.envelopeID)
			? refused(asked, 409, 'Conflict', 'A document is not uploaded yet.')
			: asked,
	answer: (answered, asked, around) => {
		noted(answered, asked, around);
		return onThings(['document'], (document: Loose) =>
			isYoung(around, document.ID)
				? { ...document, ['statue' in document ? 'statue' : 'status']: status }
				: document,
		)(answered, asked);
	},
});

/** What happens to a document behind its upload. */
export const processing: Dialect[] = [
	{
		name: 'processing-slow',
		changes: 'A document is pending for a while',
		leftOpenBy: TIME,
		group: 'processing',
		...shownAs('pending'),
	},
	{
		name: 'processing-unknown-state',
		changes: 'A document is `converting` before it is uploaded',
		leftOpenBy: STATES,
		group: 'processing',
		...shownAs('converting'),
	},
	{
		name: 'processing-done-at-once',
		changes: 'An upload answers when the document is processed, and says `uploaded`',
		leftOpenBy: STATES,
		group: 'processing',
		answer: async (answered, asked, { serve, sleep }) => {
			if (asked.route !== UPLOAD || isRefusal(answered)) return answered;
			const ids = { ...asked.ids, documentID: idOf(answered) };
			for (;;) {
				const { body } = await serve({ ...asked, route: DOCUMENT, ids, body: undefined });
				if (body.kind !== 'json' || !isObject(body.value)) return answered;
				if (body.value.status !== 'pending') return withJson(answered, body.value);
				await sleep(5);
			}
		},
	},
	{
		name: 'document-late',
		changes: 'A document is 404 for a moment after its upload',
		leftOpenBy: 'Get Document: whether it can be read at once is not said',
		group: 'processing',
		ask: (asked, around) =>
			asked.route === DOCUMENT && isYoung(around, asked.ids.documentID)
				? refused(asked, 404, 'Not Found', `Document ${asked.ids.documentID} was not found.`)
				: asked,
		answer: (answered, asked, around) => {
			noted(answered, asked, around);
			return answered;
		},
	},
];
