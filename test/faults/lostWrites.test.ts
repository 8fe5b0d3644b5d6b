import type { INodeParameters } from 'n8n-workflow';

import { ENDPOINTS, isRead, type Route } from '../../nodes/ESignature/api';
import type { Fault, StoredEnvelope } from '../../sandbox';
import { assertNoCanary } from '../support/canaries';
import { addition, byId, envelopeParameters, prepareHarness } from '../support/harness';
import { pdf, UNKNOWN_ID, withFile } from '../support/samples';
import { UNCERTAIN } from './uncertain';
import { skipPauses } from '../support/skipPauses';

const harness = prepareHarness();
skipPauses();

const ENVELOPE = '/sign/envelopes/{envelopeID}';
const DOCUMENT = `${ENVELOPE}/documents/{documentID}`;
/** How an answer gets lost is told apart by unit tests: what follows is the same for all. */
const LOST: Fault = { kind: 'reset', applied: true };
const WITHOUT_EFFECT: Fault = { kind: 'reset' };

interface Write {
	route: string;
	/** Shows whether it was done; missing for a creation that cannot be recognized. */
	readBack?: string;
	/** It may be made again, since twice is like once. */
	repeatable?: boolean;
	from?: 'sent';
	/** One item each; they share a request. */
	items?: number;
	parameters: (envelope: StoredEnvelope) => object;
	/** A 200 that shows something else, or nothing at all. Of a document or a reminder any success will do. */
	other?: (envelope: StoredEnvelope) => object | undefined;
	/** The ID where a user is told to look; that of the envelope unless given. */
	place?: (envelope: StoredEnvelope) => string;
	isDone: (envelope: StoredEnvelope) => boolean;
}

const first = <Thing>([thing]: Thing[]): Thing => thing as Thing;
const fieldsOf = ({ documents }: StoredEnvelope) => first(documents).fields;
const on = (resource: string, operation: string, envelope: StoredEnvelope, more: object = {}) => ({
	resource,
	operation,
	envelopeId: byId(envelope.ID),
	documentId: byId(first(envelope.documents).ID),
	...more,
});
const texts = { notificationsManagedBy: 'service', subject: 'Please sign', body: 'Thank you' };
const code = { authentication: 'accessCode', accessCode: '={{ "canary-" + "code" }}' };
const box = { page: 1, unit: 'pt', y: 400, width: 10, height: 10, required: true };

const WRITES: Record<string, Write> = {
	'envelope update': {
		route: `PATCH ${ENVELOPE}`,
		readBack: `GET ${ENVELOPE}`,
		repeatable: true,
		parameters: ({ ID }) =>
			envelopeParameters('update', ID, { updateFields: { name: 'New', subject: 'a', body: 'b' } }),
		other: ({ ID, name }) => ({ ID, name }),
		isDone: ({ name }) => name === 'New',
	},
	'envelope send': {
		route: `POST ${ENVELOPE}:send-for-signing`,
		readBack: `GET ${ENVELOPE}`,
		repeatable: true,
		parameters: ({ ID }) => envelopeParameters('send', ID),
		other: ({ ID }) => ({ ID }),
		isDone: ({ status }) => status === 'sent',
	},
	'envelope cancel': {
		route: `PUT ${ENVELOPE}:cancel`,
		readBack: `GET ${ENVELOPE}`,
		repeatable: true,
		from: 'sent',
		parameters: ({ ID }) => envelopeParameters('cancel', ID),
		other: ({ ID }) => ({ ID }),
		isDone: ({ status }) => status === 'cancelled',
	},
	'envelope delete': {
		route: `DELETE ${ENVELOPE}`,
		readBack: `GET ${ENVELOPE}`,
		repeatable: true,
		parameters: ({ ID }) => envelopeParameters('delete', ID),
		other: () => undefined,
		isDone: ({ ID }) => !harness.sandbox.control.envelopes().some((one) => one.ID === ID),
	},
	'document rename': {
		route: `PATCH ${DOCUMENT}`,
		readBack: `GET ${DOCUMENT}`,
		repeatable: true,
		parameters: (envelope) => on('document', 'rename', envelope, { name: 'new.pdf' }),
		other: ({ documents: [{ ID, name } = {}] }) => ({ ID, name }),
		isDone: ({ documents }) => first(documents).name === 'new.pdf',
	},
	'document reorder': {
		route: `PUT ${ENVELOPE}/documents:reorder`,
		readBack: `GET ${ENVELOPE}/documents`,
		repeatable: true,
		parameters: (envelope) => {
			const documentIds = envelope.documents.map(({ ID }) => ID).reverse();
			return on('document', 'reorder', envelope, { documentIds: documentIds.join() });
		},
		other: ({ documents }) => ({ items: documents.map(({ ID, name }) => ({ ID, name })) }),
		isDone: ({ documents }) => first(documents).name === 'document-2.pdf',
	},
	'document delete': {
		route: `DELETE ${DOCUMENT}`,
		readBack: `GET ${DOCUMENT}`,
		repeatable: true,
		parameters: (envelope) => on('document', 'delete', envelope),
		other: () => undefined,
		isDone: ({ documents }) => documents.length === 1,
	},
	'participant update': {
		route: `PATCH ${ENVELOPE}/participants/{participantID}`,
		readBack: `GET ${ENVELOPE}/participants`,
		repeatable: true,
		parameters: (envelope) => {
			const participantId = byId(first(envelope.participants).ID);
			return on('participant', 'update', envelope, { participantId, ...code });
		},
		other: ({ participants }) => ({ ...first(participants), authentication: { type: 'SMS' } }),
		place: ({ participants }) => first(participants).ID,
		isDone: ({ participants }) => first(participants).authentication?.type === 'AccessCode',
	},
	'participant delete (one)': {
		route: `DELETE ${ENVELOPE}/participants/{participantID}`,
		readBack: `GET ${ENVELOPE}/participants`,
		repeatable: true,
		parameters: (envelope) => {
			const participantId = byId(first(envelope.participants).ID);
			return on('participant', 'delete', envelope, { participantId });
		},
		other: () => undefined,
		isDone: ({ participants }) => participants.length === 2,
	},
	'participant delete (several)': {
		route: `POST ${ENVELOPE}/participants:batch-delete`,
		readBack: `GET ${ENVELOPE}/participants`,
		repeatable: true,
		items: 2,
		parameters: (envelope) => {
			const IDs = JSON.stringify(envelope.participants.map(({ ID }) => ID));
			const participantId = byId(`={{ ${IDs}[$itemIndex] }}`);
			return on('participant', 'delete', envelope, { participantId });
		},
		isDone: ({ participants }) => participants.length === 1,
	},
	'field update': {
		route: `PATCH ${DOCUMENT}/fields/{fieldID}`,
		readBack: `GET ${DOCUMENT}/fields`,
		repeatable: true,
		parameters: (envelope) => {
			const fieldId = byId(first(fieldsOf(envelope)).ID);
			return on('field', 'update', envelope, { fieldId, updateFields: { required: false } });
		},
		other: (envelope) => first(fieldsOf(envelope)),
		isDone: (envelope) => first(fieldsOf(envelope)).required === false,
	},
	'field delete (one)': {
		route: `DELETE ${DOCUMENT}/fields/{fieldID}`,
		readBack: `GET ${DOCUMENT}/fields`,
		repeatable: true,
		parameters: (envelope) =>
			on('field', 'delete', envelope, { fieldId: byId(first(fieldsOf(envelope)).ID) }),
		other: () => undefined,
		isDone: (envelope) => fieldsOf(envelope).length === 5,
	},
	'field delete (several)': {
		route: `POST ${DOCUMENT}/fields:batch-delete`,
		readBack: `GET ${DOCUMENT}/fields`,
		repeatable: true,
		items: 2,
		parameters: (envelope) => {
			const IDs = JSON.stringify(fieldsOf(envelope).map(({ ID }) => ID));
			return on('field', 'delete', envelope, { fieldId: byId(`={{ ${IDs}[$itemIndex] }}`) });
		},
		isDone: (envelope) => fieldsOf(envelope).length === 4,
	},
	'participant create': {
		route: `POST ${ENVELOPE}/participants`,
		readBack: `GET ${ENVELOPE}/participants`,
		items: 2,
		parameters: (envelope) => {
			const email = '={{ "New" + $itemIndex + "@Example.com" }}';
			return on('participant', 'create', envelope, { email, role: 'signer', ...code });
		},
		other: () => ({
			items: [0, 1].map((n) => ({
				ID: UNKNOWN_ID.replace('1', String(n)),
				email: `New${n}@Example.com`,
				role: 'signer',
				authentication: { type: 'SMS' },
			})),
		}),
		isDone: ({ participants }) => participants.length === 5,
	},
	'field create': {
		route: `POST ${DOCUMENT}/fields`,
		readBack: `GET ${DOCUMENT}/fields`,
		items: 2,
		parameters: (envelope) =>
			on('field', 'create', envelope, {
				participantId: byId(first(envelope.participants).ID),
				type: 'signature',
				x: '={{ 100 * $itemIndex }}',
				...box,
			}),
		other: (envelope) => ({ items: fieldsOf(envelope).slice(0, 2) }),
		isDone: (envelope) => fieldsOf(envelope).length === 8,
	},
	'envelope create': {
		route: 'POST /sign/envelopes',
		parameters: () => ({
			resource: 'envelope',
			operation: 'create',
			name: 'Lease',
			mode: 'parallel',
			...texts,
		}),
		other: ({ ID, name }) => ({ ID, name, mode: 'parallel', status: 'drafted' }),
		isDone: () => harness.sandbox.control.envelopes().length === 2,
	},
	'document add': {
		route: `POST ${ENVELOPE}/documents`,
		parameters: ({ ID }) => addition(ID),
		isDone: ({ documents }) => documents.length === 3,
	},
	'envelope remind': {
		route: `POST ${ENVELOPE}:send-reminders`,
		from: 'sent',
		parameters: ({ ID }) => envelopeParameters('remind', ID),
		isDone: ({ ID }) =>
			harness.sandbox.control.auditTrail(ID).some(({ what }) => what === 'Reminders sent'),
	},
};

it('every route that changes something has its row', () => {
	const writes = (Object.keys(ENDPOINTS) as Route[]).filter((route) => !isRead(route));
	const rows = Object.values(WRITES).map(({ route }) => route);
	expect(new Set(['POST /oauth/token', ...rows])).toEqual(new Set(writes));
});

/** Two documents, three participants, six fields on the first document. */
const draft = (status: 'drafted' | 'sent' = 'drafted') =>
	harness.sandbox.control.envelope({
		status,
		documents: 2,
		participants: [{}, {}, {}],
		fields: true,
	});

describe.each(Object.entries(WRITES))('%s', (_, write) => {
	const { route, readBack, repeatable, from, items = 1, parameters, other, place, isDone } = write;
	const run = async (envelope: StoredEnvelope) => {
		const outcome = await harness.engine.run(parameters(envelope) as INodeParameters, {
			items: Array.from({ length: items }, () => withFile(pdf(), 'a.pdf')),
			onError: 'continueRegularOutput',
		});
		assertNoCanary(outcome, ['canary-code']);
		return outcome.items.map(({ json }) => json);
	};
	const requests = () => harness.sandbox.log.count(route as Route);
	const isUnknown = (shown: object[]) =>
		expect(shown).toMatchObject(
			Array.from({ length: items }, () => ({
				details: { outcome: 'unknown', description: expect.stringContaining(UNCERTAIN) },
			})),
		);

	it(
		readBack
			? 'whose answer was lost is found done, and not made again'
			: 'whose answer was lost is neither adopted nor made again: its outcome is unknown',
		async () => {
			const envelope = draft(from);
			harness.sandbox.faults.next(route as Route, LOST);
			const shown = await run(envelope);
			if (readBack) expect(shown.map(({ reconciled }) => reconciled)).not.toContain(undefined);
			else isUnknown(shown);
			expect(isDone(envelope)).toBe(true);
			expect(requests()).toBe(1);
		},
	);

	it(
		repeatable
			? 'is repeated once if the request was lost'
			: 'that was lost on its way is not made again on a guess',
		async () => {
			const envelope = draft(from);
			harness.sandbox.faults.next(route as Route, WITHOUT_EFFECT);
			const shown = await run(envelope);
			if (repeatable) {
				expect(shown.map(({ error, reconciled }) => error ?? reconciled)).not.toContain(true);
				expect(shown.some((json) => 'error' in json)).toBe(false);
			} else isUnknown(shown);
			expect(isDone(envelope)).toBe(repeatable === true);
			expect(requests()).toBe(repeatable ? 2 : 1);
		},
	);

	if (other)
		it.each([true, false])(
			'that is answered with something else (done: %j) is done only if reading shows it, and not made again',
			async (applied) => {
				const envelope = draft(from);
				const body = JSON.stringify(other(envelope)) ?? '';
				harness.sandbox.faults.next(route as Route, { kind: 'body', body, applied });
				const shown = await run(envelope);
				if (applied && readBack) {
					expect(shown.map(({ reconciled }) => reconciled)).toEqual(shown.map(() => true));
				} else isUnknown(shown);
				expect(requests()).toBe(1);
			},
		);

	if (readBack)
		it('has an unknown outcome when nothing can be read back either', async () => {
			const envelope = draft(from);
			harness.sandbox.faults.next(route as Route, LOST);
			harness.sandbox.faults.choose = (request) =>
				request.route === readBack && requests() > 0 ? { kind: 'status', status: 403 } : undefined;
			const shown = await run(envelope);
			isUnknown(shown);
			expect(JSON.stringify(shown)).toContain(place?.(envelope) ?? envelope.ID);
			expect(requests()).toBe(1);
		});
});

it('sending is not taken for done when the envelope has long been sealed', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	harness.sandbox.faults.next(`POST ${ENVELOPE}:send-for-signing`, WITHOUT_EFFECT);
	const { items, error } = await harness.engine.run(envelopeParameters('send', ID));
	expect(items).toEqual([]);
	expect(error?.description).toContain(UNCERTAIN);
});

it('reordering is not taken for done when it names a document that is not there', async () => {
	const envelope = draft();
	harness.sandbox.faults.next(`PUT ${ENVELOPE}/documents:reorder`, { kind: 'status', status: 502 });
	const documentIds = [...envelope.documents.map(({ ID }) => ID), UNKNOWN_ID].join();
	const { error } = await harness.engine.run(on('document', 'reorder', envelope, { documentIds }));
	expect(error?.description).toContain(UNCERTAIN);
});

it('sending that is answered with a mere 202 is not asked for twice', async () => {
	const { ID } = draft();
	const SEND = `POST ${ENVELOPE}:send-for-signing` as const;
	harness.sandbox.faults.next(SEND, { kind: 'body', body: '', status: 202 });
	const { error } = await harness.engine.run(envelopeParameters('send', ID));
	expect(error?.description).toContain(UNCERTAIN);
	expect(harness.sandbox.log.count(SEND)).toBe(1);
});

describe('the error says what to look for', () => {
	const since = Date.now();
	const isRecent = (at = '') => {
		expect(Date.parse(at)).toBeGreaterThanOrEqual(since);
		expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
	};

	it('for an envelope: its name and the time', async () => {
		harness.sandbox.faults.next('POST /sign/envelopes', LOST);
		const { error } = await harness.engine.run(
			WRITES['envelope create']?.parameters(draft()) as never,
		);
		const [, at] =
			/a draft named 'Lease', created at about (\S+)\.\n/.exec(`${error?.description}\n`) ?? [];
		isRecent(at);
	});

	it('for a document: the envelope, its name and the time', async () => {
		const { ID } = draft();
		harness.sandbox.faults.next(`POST ${ENVELOPE}/documents`, LOST);
		const { error } = await harness.engine.run(addition(ID), { items: [withFile(pdf(), 'a.pdf')] });
		expect(error?.description).toContain(
			`whether envelope ${ID} contains a document named 'a.pdf'`,
		);
		const [, at] = /added at about (\S+)\.\n/.exec(`${error?.description}\n`) ?? [];
		isRecent(at);
	});
});

it('adding participants skips who is there, and finds the others', async () => {
	const envelope = harness.sandbox.control.envelope({ participants: [{ email: 'b@example.com' }] });
	harness.sandbox.faults.next(`POST ${ENVELOPE}/participants`, LOST);
	const rows = ['a', 'b'].map((name) => ({ email: `${name}@example.com`, role: 'signer' }));
	const { items } = await harness.engine.run(
		on('participant', 'createMany', envelope, {
			inputMode: 'json',
			participantsJson: JSON.stringify(rows),
			options: { skipExisting: true },
		}),
	);
	const [b, a, ...more] = envelope.participants;
	expect(more).toEqual([]);
	expect(items.map(({ json }) => [json.ID, json.reconciled])).toEqual([
		[a?.ID, true],
		[b?.ID, undefined],
	]);
});

it('adding a participant adopts no one whom another client adds with another code', async () => {
	const envelope = draft();
	const { participants } = envelope;
	const CREATE = `POST ${ENVELOPE}/participants` as const;
	harness.sandbox.faults.next(CREATE, WITHOUT_EFFECT);
	harness.sandbox.faults.choose = () => {
		if (harness.sandbox.log.count(CREATE) === 0 || participants.length > 3) return undefined;
		const authentication = { type: 'AccessCode', accessCode: 'another' } as const;
		const email = 'new0@example.com';
		participants.push({ ...first(participants), ID: UNKNOWN_ID, email, authentication });
		return undefined;
	};
	const { error } = await harness.engine.run(
		WRITES['participant create']?.parameters(envelope) as INodeParameters,
	);
	expect(error?.description).toContain(UNCERTAIN);
	expect(participants).toHaveLength(4);
});

it('an access code is set again when the service hides it, so that nothing can be seen', async () => {
	const { ID, participants } = draft();
	const [{ ID: person = '', email = '', role = '' } = {}] = participants;
	const PATCH = `PATCH ${ENVELOPE}/participants/{participantID}` as const;
	harness.sandbox.faults.next(PATCH, LOST);
	const hidden = { ID: person, email, role, authentication: { type: 'AccessCode' } };
	harness.sandbox.faults.always(`GET ${ENVELOPE}/participants`, {
		kind: 'body',
		body: JSON.stringify({ items: [hidden], total: 1 }),
	});
	const { items } = await harness.engine.run({
		resource: 'participant',
		operation: 'update',
		envelopeId: byId(ID),
		participantId: byId(person),
		...code,
	});
	expect(items[0]?.json).toMatchObject({ ID: person });
	expect(items[0]?.json).not.toHaveProperty('reconciled');
	expect(harness.sandbox.log.count(PATCH)).toBe(2);
});

describe('a write that is done is shown as done', () => {
	const [READ, PATCH, SEND] = [
		`GET ${ENVELOPE}`,
		`PATCH ${ENVELOPE}`,
		`POST ${ENVELOPE}:send-for-signing`,
	] as const;
	const run = async (operation: string, ID: string, more: object = {}) =>
		(await harness.engine.run(envelopeParameters(operation, ID, more))).items[0]?.json;
	const toNew = { updateFields: { name: 'New' } };

	it.each([
		['sent', 'send', SEND, {}, { status: 'sent' }],
		['renamed', 'update', PATCH, toNew, { name: 'New' }],
	] as const)(
		'when the envelope that is read afterward is not yet %s',
		async (_, operation, write, more, done) => {
			const { ID, name } = draft();
			harness.sandbox.faults.choose = ({ route }) =>
				route === READ && harness.sandbox.log.count(write) > 0
					? {
							kind: 'body',
							body: JSON.stringify({ ID, name, mode: 'parallel', status: 'drafted' }),
						}
					: undefined;
			expect(await run(operation, ID, more)).toMatchObject({ ID, mode: 'parallel', ...done });
		},
	);

	it('with a warning when nothing can be read afterward', async () => {
		const { ID } = draft();
		harness.sandbox.faults.always(READ, { kind: 'status', status: 403 });
		const warnings = [expect.stringContaining('could not be read afterward')];
		expect(await run('update', ID, toNew)).toMatchObject({ name: 'New', warnings });
		expect(await run('send', ID)).toMatchObject({ status: 'sent', warnings });
	});
});
