import { FIELD_TYPES, LIMITS } from '../nodes/ESignature/api';
import { findTexts, readPdf } from '../nodes/ESignature/lib/pdf-text';
import { DOCX, sampleDocx, unzip } from '../test/support/files';
import { byId } from '../test/support/harness';
import { pdf, UNKNOWN_ID, withFile } from '../test/support/samples';
import { nameOf } from './mark';
import { brief, type Answer, type Look, type Visit } from './visit';

type Loose = Record<string, unknown>;

/** An address that belongs to nobody. */
const person = (name: string, more: object = {}) => ({
	email: `${name}@example.com`,
	role: 'signer',
	authentication: 'none',
	...more,
});
const CODE = 'live-4711';
const PHONE = { countryCode: '+49', phoneNumber: '1701234567' };
const TEXTS = { subject: 'A test', body: 'Nothing is sent.' };
const BOX = { page: 1, unit: 'pt', x: 72, width: 120, height: 24, required: true };
const FAILURE_REASONS = ['PDFIsPasswordProtected', 'PageLimitReached', 'PDFIsCorrupted'];

export const ENVELOPE = '/sign/envelopes/{envelopeID}';
export const DOCUMENT = `${ENVELOPE}/documents/{documentID}` as const;

export const objectOf = (answer: Answer | undefined) => (answer?.json ?? {}) as Loose;
const itemsOf = (answer: Answer | undefined) => (objectOf(answer).items ?? []) as Loose[];
const idOf = ({ ID, id, fieldID }: Loose) => String(ID ?? id ?? fieldID);
const idsOf = (answer: Answer | undefined) => itemsOf(answer).map(idOf);
const isSame = (one: unknown[], other: unknown[]) => one.join() === other.join();
const quoted = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
export const shows = (isAssumed: boolean, seen: string): Look => ({ isAssumed, seen });

/** All that can be seen without sending anything. Each part has drafts of its own, and fails by itself. */
export async function tour(visit: Visit, say: (line: string) => void): Promise<void> {
	for (const [name, part] of Object.entries(PARTS)) {
		say(`  ${name}`);
		await visit.part(name, async () => await part(visit));
	}
}

const draft = async (visit: Visit, about: string, mode = 'parallel') => {
	const more = { mode, notificationsManagedBy: 'service', ...TEXTS };
	return await visit.item('envelope/create', { name: nameOf(about), ...more });
};

async function upload(visit: Visit, envelopeID: string, file = contract()): Promise<string> {
	const options = { waitUntilProcessed: true };
	const inputs = { binaryPropertyName: 'data', name: '', contentType: '', options };
	const where = { envelopeId: byId(envelopeID) };
	return (await visit.item('document/add', { ...where, ...inputs }, [file])).ID;
}

export const contract = () => withFile(pdf(2), 'contract.pdf');

/** An upload with any metadata, since the operation sends only what is documented. */
function form(metadata: object, bytes: Buffer = pdf()): FormData {
	const made = new FormData();
	const type = 'application/json';
	made.append('metadata', new Blob([JSON.stringify(metadata)], { type }), 'metadata.json');
	made.append('payload', new Blob([new Uint8Array(bytes)]), 'payload');
	return made;
}

async function addPeople(visit: Visit, envelopeID: string, people: object[]): Promise<string[]> {
	const inputs = { inputMode: 'json', participantsJson: JSON.stringify(people) };
	const where = { envelopeId: byId(envelopeID) };
	const made = await visit.items('participant/createMany', { ...where, ...inputs });
	return made.map(({ json }) => String(json.ID));
}

/** A field of each type, one below the other. */
export const fieldsOfAllTypes = (more: object) =>
	FIELD_TYPES.map((type, index) => ({
		...BOX,
		type,
		y: 100 + 40 * index,
		...(type === 'custom' && { label: 'Note' }),
		...(type === 'date' && { format: 'YYYY-MM-DD' }),
		...more,
	}));

/** One execution, and so one request, for all of them. */
async function removeEach(visit: Visit, thing: string, where: object, ids: string[]) {
	const items = ids.map((ID) => ({ json: { ID } }));
	const inputs = { ...where, [`${thing}Id`]: byId('={{ $json.ID }}') };
	await visit.items(`${thing}/delete`, inputs, items);
}

const PARTS: Record<string, (visit: Visit) => Promise<void>> = {
	'Signing in': async (visit) => {
		const wrong = { clientID: 'live-test', clientSecret: 'wrong' };
		await visit.expects(
			'token-refusal',
			401,
			'A wrong client ID and secret',
			async () => await visit.ask('POST /oauth/token', {}, wrong, {}),
		);
		await visit.ask('GET /sign/envelopes', {}, undefined, { authorization: 'Bearer wrong' });
	},

	Envelopes: async (visit) => {
		const { ID } = await draft(visit, 'envelope');
		const envelopeId = byId(ID);
		const ids = { envelopeID: ID };
		const bare = { name: nameOf('bare'), mode: 'parallel' };
		const create = async (body: object) => await visit.ask('POST /sign/envelopes', {}, body);
		const change = async (more: object) => await visit.ask(`PATCH ${ENVELOPE}`, ids, more);
		const modified = async () => objectOf(await visit.ask(`GET ${ENVELOPE}`, ids)).lastModifiedAt;
		await visit.item('envelope/get', { envelopeId });
		await visit.probe('last-modified', async () => {
			const [first, second] = [await modified(), await modified()];
			const updateFields = { subject: 'Another subject' };
			// Times may be whole seconds.
			await visit.pause();
			await visit.item('envelope/update', { envelopeId, updateFields });
			const [isKept, isMoved] = [first === second, second !== (await modified())];
			const seen = `A read ${isKept ? 'leaves it' : 'moves it'}, a change ${isMoved ? 'moves it' : 'leaves it'}`;
			return shows(isKept && isMoved, seen);
		});
		const updateFields = { name: nameOf('renamed'), mode: 'sequential' };
		await visit.item('envelope/update', { envelopeId, updateFields });
		await visit.expects(
			...(['create-required', 201, 'A new envelope with only `name` and `mode`'] as const),
			async () => await create(bare),
			{ 400: 'notification-required' },
		);
		await visit.probe('idempotency', async () => {
			const body = { ...bare, notification: TEXTS };
			const [one, two] = [await create(body), await create(body)];
			const isTwice = idOf(objectOf(one)) !== idOf(objectOf(two));
			return (
				one &&
				two &&
				shows(isTwice, `The same request twice makes ${isTwice ? 'two envelopes' : 'one envelope'}`)
			);
		});
		await visit.expects(
			'envelope-name-length',
			400,
			'A name of more than 255 characters',
			async () => await change({ name: nameOf('x'.repeat(255)) }),
		);
		await visit.expects(
			...(['unknown-keys', 400, 'A change with a key `color`'] as const),
			async () => await change({ name: nameOf('renamed'), color: 'blue' }),
			{ 200: 'unknown-keys-ignored', 202: 'unknown-keys-ignored' },
		);
		await visit.probe('list-delay', async () => {
			const isListed = await isInList(visit, (await draft(visit, 'listed')).ID);
			return isListed === undefined
				? undefined
				: shows(isListed, `A new envelope is ${isListed ? '' : 'not '}listed at once`);
		});
	},

	Documents: async (visit) => {
		const { ID } = await draft(visit, 'documents');
		const envelopeId = byId(ID);
		const word = withFile(await sampleDocx(), 'letter.docx', DOCX);
		const page = withFile(Buffer.from('<p>Rent agreement</p>'), 'page.html', 'text/html');
		const added = [
			await upload(visit, ID),
			await upload(visit, ID, page),
			await upload(visit, ID, word),
		];
		const seconds = Math.round(Number(visit.runs.at(-1)?.milliseconds) / 1000);
		await visit.probe('document-processing', async () =>
			shows(true, `A Word file is ready after ${seconds} seconds`),
		);
		const documentId = byId(added[2]);
		const listed = async () => {
			const answer = await visit.ask(`GET ${ENVELOPE}/documents`, { envelopeID: ID });
			return idsOf(answer).filter((one) => added.includes(one));
		};
		await visit.probe('document-order', async () => {
			const isKept = isSame(await listed(), added);
			added.reverse();
			await visit.items('document/reorder', { envelopeId, documentIds: added.join('\n') });
			const isMoved = isSame(await listed(), added);
			return shows(
				isKept && isMoved,
				`${isKept ? 'As added' : 'Not as added'}, and ${isMoved ? 'as reordered' : 'not as reordered'}`,
			);
		});
		await visit.items('document/getAll', { envelopeId });
		await visit.item('document/rename', { envelopeId, documentId, name: 'renamed.docx' });
		await visit.item('document/get', { envelopeId, documentId });
		await originals(visit, ID);
		await visit.item('document/delete', { envelopeId, documentId });
	},

	'Refused uploads': async (visit) => {
		const ids = { envelopeID: (await draft(visit, 'uploads')).ID };
		const add = async (metadata: object, bytes?: Buffer) =>
			await visit.ask(`POST ${ENVELOPE}/documents`, ids, form(metadata, bytes));
		const html = { name: 'page.html', contentType: 'TEXT/HTML' };
		const large = Buffer.concat([pdf(), Buffer.alloc(LIMITS.documentBytes)]);
		for (const [id, status, what, metadata, bytes] of [
			['document-name-length', 400, 'A name of 256 characters', { name: 'x'.repeat(256) }, pdf()],
			['media-type-case', 415, 'A file of type `TEXT/HTML`', html, Buffer.from('<p>Hello</p>')],
			['document-limits', 413, 'A PDF of a little more than 20 MB', { name: 'large.pdf' }, large],
		] as const) {
			await visit.expects(id, status, what, async () => await add(metadata, bytes));
		}
		await visit.probe('failure-reasons', async () => {
			const answer = await add({ name: 'broken.pdf' }, Buffer.from('%PDF-1.7\nbroken'));
			if (!answer || answer.status >= 300)
				return answer && shows(false, `A broken PDF: ${brief(answer)}`);
			const documentIds = { ...ids, documentID: idOf(objectOf(answer)) };
			for (let tries = 0; tries < 60; tries++) {
				const { status, failureReason } = objectOf(await visit.ask(`GET ${DOCUMENT}`, documentIds));
				const reason = String(failureReason);
				if (status === 'failed')
					return shows(FAILURE_REASONS.includes(reason), `A broken PDF: \`${reason}\``);
				if (status === 'uploaded') return shows(false, 'A broken PDF is accepted');
				await visit.pause();
			}
			return undefined;
		});
		for (let count = 0; count < LIMITS.documentsPerEnvelope; count++)
			await add({ name: 'small.pdf' });
		await visit.expects(
			...(['document-count-status', 422, 'Too many documents'] as const),
			async () => await add({ name: 'small.pdf' }),
			{ 409: 'too-many-documents-409' },
		);
	},

	Participants: async (visit) => {
		const { ID } = await draft(visit, 'participants', 'sequential');
		const envelopeId = byId(ID);
		const route = `${ENVELOPE}/participants` as const;
		const add = async (body: unknown) => await visit.ask(`POST ${route}`, { envelopeID: ID }, body);
		const list = async () => await visit.ask(`GET ${route}`, { envelopeID: ID });
		const made: string[] = [];
		for (const inputs of [
			person('ada', { authentication: 'accessCode', accessCode: CODE }),
			person('bob', { authentication: 'sms', ...PHONE }),
			person('cleo', { role: 'cc' }),
		]) {
			made.push((await visit.item('participant/create', { envelopeId, ...inputs })).ID);
		}
		made.push(...(await addPeople(visit, ID, [person('dora'), person('emil'), person('fay')])));
		made.push(...(await addPeople(visit, ID, [person('gus'), person('hal')])));
		await visit.items('participant/getAll', { envelopeId });
		await visit.probe('participant-order', async () => {
			const isKept = isSame(
				idsOf(await list()).filter((one) => made.includes(one)),
				made,
			);
			return shows(isKept, isKept ? 'As added' : 'Not as added');
		});
		await visit.probe('access-code-shown', async () => {
			const ada = itemsOf(await list()).find((one) => idOf(one) === made[0]);
			const code = (ada?.authentication as Loose | undefined)?.accessCode;
			const how = code === CODE ? 'in plain text' : code === undefined ? 'missing' : 'masked';
			return ada && shows(code === CODE, `An access code is ${how} in the list`);
		});
		const code = { authentication: 'accessCode', accessCode: CODE };
		await visit.item('participant/update', { envelopeId, participantId: byId(made[1]), ...code });
		const [one, ...several] = made.slice(-3);
		await visit.item('participant/delete', { envelopeId, participantId: byId(one) });
		await removeEach(visit, 'participant', { envelopeId }, several);
		const ada = { email: 'ada@example.com', role: 'signer' };
		for (const [id, status, what, body] of [
			['participant-required', 400, 'A participant without `email`', { role: 'signer' }],
			['participant-twice', 201, 'A second participant of one address', ada],
			['role-case', 201, 'A participant with the role `SIGNER`', { ...ada, role: 'SIGNER' }],
		] as const) {
			await visit.expects(id, status, what, async () => await add(body));
		}
		await visit.probe('bulk-entry-names', async () => {
			const refusal = objectOf(await add({ items: [ada, { ...ada, email: 'no address' }] }));
			const { validation_errors: below } = (refusal.extensions ?? {}) as Loose;
			const names = Object.keys(refusal.validation_errors ?? below ?? {});
			const isAssumed = names.includes('items[1].email');
			return names.length > 0
				? shows(isAssumed, `A wrong address in the second entry: ${quoted(names)}`)
				: undefined;
		});
	},

	Fields: async (visit) => {
		const { ID } = await draft(visit, 'fields');
		const tagged = withFile(pdf(2, '[[signature:lea@example.com]]'), 'tags.pdf');
		const documentID = await upload(visit, ID, tagged);
		const people = [person('lea'), person('max'), person('nina', { role: 'cc' })];
		const [lea, max = '', nina] = await addPeople(visit, ID, people);
		const where = { envelopeId: byId(ID), documentId: byId(documentID) };
		const ids = { envelopeID: ID, documentID };
		const add = async (body: unknown) => await visit.ask(`POST ${DOCUMENT}/fields`, ids, body);
		const list = async () => idsOf(await visit.ask(`GET ${DOCUMENT}/fields`, ids));
		const made: Loose[] = [];
		for (const inputs of fieldsOfAllTypes({ participantId: byId(lea) })) {
			made.push(await visit.item('field/create', { ...where, ...inputs }));
		}
		const fieldsJson = JSON.stringify(fieldsOfAllTypes({ participantID: max, page: 2 }));
		const many = await visit.items('field/createMany', { ...where, inputMode: 'json', fieldsJson });
		await visit.items('field/createFromTags', {
			...where,
			options: { allowOverlappingFields: true },
		});
		await visit.items('field/getAll', where);
		for (const [type, updateFields] of [
			['date', { format: 'DD/MM/YYYY', modifiable: true }],
			['custom', { label: 'Place', x: 200 }],
		] as const) {
			const field = made.find((each) => each.type === type);
			await visit.item('field/update', { ...where, fieldId: byId(field?.ID), updateFields });
		}
		const [one, ...several] = made.slice(0, 3).map(({ ID }) => String(ID));
		await visit.item('field/delete', { ...where, fieldId: byId(one) });
		await removeEach(visit, 'field', where, several);

		const bare = { type: 'date', participantID: lea, boundingBox: [300, 400, 90, 24] };
		const field = { ...bare, page: 1, required: false };
		await visit.probe('field-defaults', async () => {
			const answer = await add(bare);
			const { page, required, format } = objectOf(answer);
			if (!answer || answer.status >= 300)
				return answer && shows(false, `A field without them: ${brief(answer)}`);
			const seen = `page ${String(page)}, required ${String(required)}, format ${String(format)}`;
			return shows(isSame([page, required, format], [1, true, 'YYYY-MM-DD']), seen);
		});
		const box = (x: number) => ({ ...field, boundingBox: [x, 400, 90, 24] });
		const items = Array.from({ length: 201 }, (_, x) => box(x));
		for (const [id, status, what, body] of [
			['field-page', 400, 'A field on page 99 of 2', { ...field, page: 99 }],
			['field-for-cc', 422, 'A field for a `cc`', { ...field, participantID: nina }],
			['bulk-size', 200, '201 fields in a request', { items }],
		] as const) {
			await visit.expects(id, status, what, async () => await add(body));
		}
		await visit.probe('bulk-partial', async () => {
			const before = await list();
			const answer = await add({ items: [field, { ...field, participantID: UNKNOWN_ID }] });
			const more = (await list()).filter((each) => !before.includes(each)).length;
			const isRefused = answer && answer.status >= 400 && more === 0;
			return (
				answer &&
				shows(
					isRefused === true,
					`A good and a wrong field: ${brief(answer)}, and ${more} were made`,
				)
			);
		});
		await visit.probe('participant-fields', async () => {
			const person = { envelopeID: ID, participantID: max };
			await visit.ask(`DELETE ${ENVELOPE}/participants/{participantID}`, person);
			const all = await list();
			const left = many.filter(({ json }) => all.includes(String(json.ID))).length;
			return shows(
				left === 0,
				`${left} of ${many.length} fields are left when their participant is deleted`,
			);
		});
	},

	'Whole envelopes': async (visit) => {
		const participantsJson = JSON.stringify([person('ann')]);
		const inputs = { inputMode: 'json', participantsJson, send: false };
		const field = {
			document: 1,
			participantEmail: 'ann@example.com',
			type: 'signature',
			...BOX,
			y: 100,
		};
		const fields = { fieldsJson: JSON.stringify([field]), binaryPropertyNames: 'data' };
		const whole = { name: nameOf('created at once'), ...inputs, ...fields };
		const { ID } = await visit.item('envelope/createAndSend', whole, [contract()]);
		const copy = { name: nameOf('copied'), templateId: byId(ID), ...inputs };
		await visit.item('envelope/createFromTemplate', copy);
	},

	Refusals: async (visit) => {
		const { ID } = await draft(visit, 'refusals');
		const ids = { envelopeID: ID };
		// Nobody is in this draft: if it were sent, nobody would get an email.
		for (const [id, status, what, route] of [
			['send-needs', 409, 'Sending an empty draft', `POST ${ENVELOPE}:send-for-signing`],
			['reminder-states', 409, 'Reminders for a draft', `POST ${ENVELOPE}:send-reminders`],
			[
				'audit-trail-states',
				404,
				'The audit trail of a draft',
				`GET ${ENVELOPE}:download-audit-trail`,
			],
		] as const) {
			await visit.expects(id, status, what, async () => await visit.ask(route, ids));
		}
		const envelopeId = byId(ID);
		await visit.refused('envelope/get', { envelopeId: byId(UNKNOWN_ID) });
		await visit.refused('envelope/cancel', { envelopeId });
		await visit.refused('envelope/downloadSealed', { envelopeId, binaryPropertyName: 'data' });
	},
};

async function originals(visit: Visit, envelopeID: string): Promise<void> {
	const inputs = { envelopeId: byId(envelopeID), binaryPropertyName: 'data' };
	await visit.item('envelope/downloadOriginal', inputs);
	let files = new Map<string, Buffer>();
	await visit.expects('original-states', 200, 'The originals of a draft', async () => {
		const answer = await visit.ask(`GET ${ENVELOPE}:download-original`, { envelopeID });
		if (answer?.status === 200) files = await unzip(answer.bytes);
		return answer;
	});
	const names = [...files.keys()];
	if (names.length === 0) return;
	await visit.probe('zip-names', async () => shows(names.includes('contract.pdf'), quoted(names)));
	const page = [...files].find(([name]) => name.startsWith('page'))?.[1];
	await visit.probe('conversion', async () => {
		const [found] = page ? await findTexts(await readPdf(page), ['Rent agreement']) : [];
		const isThere = (found?.places.length ?? 0) > 0;
		return (
			found &&
			shows(isThere, `The text of an HTML file is ${isThere ? '' : 'not '}found in its PDF`)
		);
	});
}

const MAX_PAGES = 100;

/** Undefined if the list is too long to say. */
async function isInList(visit: Visit, ID: string): Promise<boolean | undefined> {
	let query = '';
	for (let page = 1; page <= MAX_PAGES; page++) {
		const answer = await visit.ask('GET /sign/envelopes', {}, undefined, undefined, query);
		if (!answer) return undefined;
		if (idsOf(answer).includes(ID)) return true;
		const { nextPage } = objectOf(answer);
		if (nextPage === undefined) return false;
		query = `?pageAfter=${encodeURIComponent(String(nextPage))}`;
	}
	return undefined;
}
