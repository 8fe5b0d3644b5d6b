import { FIELD_TYPES, LIMITS, TOKEN_ROUTE } from '../nodes/ESignature/api';
import { findTexts, readPdf } from '../nodes/ESignature/lib/pdf-text';
import { DOCX, sampleDocx, unzip } from '../test/support/files';
import { addition, byId } from '../test/support/harness';
import { pdf, UNKNOWN_ID, withFile } from '../test/support/samples';
import type { Answer } from './recorder';
import { nameOf } from './removal';
import { brief, objectOf, type Visit } from './visit';

type Loose = Record<string, unknown>;

/** An address that belongs to nobody. */
const person = (name: string, more: object = {}) => ({
	email: `${name}@example.com`,
	role: 'signer',
	authentication: 'none',
	...more,
});
const CODE = 'live-4711';
const BY_CODE = { authentication: 'accessCode', accessCode: CODE };
const BY_SMS = { authentication: 'sms', countryCode: '+49', phoneNumber: '1701234567' };
const TEXTS = { subject: 'A test', body: 'Nothing is sent.' };
const BOX = { page: 1, unit: 'pt', x: 72, width: 120, height: 24, required: true };
const FAILURE_REASONS = ['PDFIsPasswordProtected', 'PageLimitReached', 'PDFIsCorrupted'];

export const ENVELOPE = '/sign/envelopes/{envelopeID}';
export const DOCUMENT = `${ENVELOPE}/documents/{documentID}` as const;

const itemsOf = (answer: Answer) => (objectOf(answer).items ?? []) as Loose[];
const idOf = ({ ID, id, fieldID }: Loose) => String(ID ?? id ?? fieldID);
const idsOf = (answer: Answer) => itemsOf(answer).map(idOf);
const isSame = (one: unknown[], other: unknown[]) => one.join() === other.join();
const inCode = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');

/** All that can be seen without sending anything. Each part has drafts of its own, and fails by itself. */
export async function tour(visit: Visit, say: (line: string) => void): Promise<void> {
	for (const [name, part] of Object.entries(PARTS)) {
		say(`  ${name}`);
		await visit.part(name, async () => await part(visit));
	}
}

async function draft(visit: Visit, about: string, mode = 'parallel'): Promise<string> {
	const more = { mode, notificationsManagedBy: 'service', ...TEXTS };
	return (await visit.item('envelope/create', { name: nameOf(about), ...more })).ID;
}

export const contract = () => withFile(pdf(2), 'contract.pdf');

async function upload(visit: Visit, envelopeID: string, file = contract()): Promise<string> {
	const inputs = addition(envelopeID, { options: { waitUntilProcessed: true } });
	return (await visit.item('document/add', inputs, [file])).ID;
}

/** An upload with any metadata, since the operation sends only what is documented. */
function form(metadata: object, bytes = pdf()): FormData {
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
		const what = 'A wrong client ID and secret';
		await visit.expects(TOKEN_ROUTE, {}, ['token-refusal', 401, what, wrong]);
		await visit.ask('GET /sign/envelopes', {}, undefined, 'wrong');
	},

	Envelopes: async (visit) => {
		const envelopeID = await draft(visit, 'envelope');
		const [ids, envelopeId] = [{ envelopeID }, byId(envelopeID)];
		const update = async (updateFields: object) =>
			await visit.item('envelope/update', { envelopeId, updateFields });
		const modified = async () => objectOf(await visit.ask(`GET ${ENVELOPE}`, ids)).lastModifiedAt;
		await visit.item('envelope/get', { envelopeId });
		await visit.probe('last-modified', async () => {
			const [first, second] = [await modified(), await modified()];
			// Times may be whole seconds.
			await visit.pause();
			await update({ subject: 'Another subject' });
			const [isKept, isMoved] = [first === second, second !== (await modified())];
			const changes = (isSo: boolean) => (isSo ? 'changes it' : 'does not change it');
			return [isKept && isMoved, `Reading ${changes(!isKept)}, updating ${changes(isMoved)}`];
		});
		await update({ name: nameOf('renamed'), mode: 'sequential' });
		const bare = { name: nameOf('bare'), mode: 'parallel' };
		const what = 'A new envelope with only `name` and `mode`';
		await visit.expects('POST /sign/envelopes', {}, ['create-required', 201, what, bare]);
		await visit.probe('idempotency', async () => {
			const body = { ...bare, notification: TEXTS };
			const create = async () => idOf(objectOf(await visit.ask('POST /sign/envelopes', {}, body)));
			const isTwice = (await create()) !== (await create());
			const made = isTwice ? 'two envelopes' : 'one envelope';
			return [isTwice, `The same request to create an envelope, sent twice, makes ${made}`];
		});
		const name = nameOf('x'.repeat(255));
		const withColor = { name: bare.name, color: 'blue' };
		await visit.expects(
			`PATCH ${ENVELOPE}`,
			ids,
			['envelope-name-length', 400, 'A name of more than 255 characters', { name }],
			['unknown-keys', 400, 'A request with an unknown key `color`', withColor],
		);
		await visit.probe('list-delay', async () => {
			const ID = await draft(visit, 'listed');
			const inputs = { returnAll: true, filters: { nameContains: nameOf('listed') } };
			const listed = await visit.items('envelope/getAll', inputs);
			const isListed = listed.some(({ json }) => json.ID === ID);
			return [isListed, `A new envelope is ${isListed ? '' : 'not '}listed at once`];
		});
	},

	Documents: async (visit) => {
		const envelopeID = await draft(visit, 'documents');
		const envelopeId = byId(envelopeID);
		const word = withFile(await sampleDocx(), 'letter.docx', DOCX);
		const page = withFile(Buffer.from('<p>Rent agreement</p>'), 'page.html', 'text/html');
		const added: string[] = [];
		for (const file of [contract(), page, word]) added.push(await upload(visit, envelopeID, file));
		const seconds = (Number(visit.runs.at(-1)?.milliseconds) / 1000).toFixed(1);
		const processed = `A Word file was processed within ${seconds} seconds`;
		await visit.probe('document-processing', async () => [true, processed]);
		const documentId = byId(added[2]);
		const isListed = async () => {
			const all = idsOf(await visit.ask(`GET ${ENVELOPE}/documents`, { envelopeID }));
			const ours = all.filter((one) => added.includes(one));
			return isSame(ours, added);
		};
		await visit.probe('document-order', async () => {
			const isKept = await isListed();
			added.reverse();
			await visit.items('document/reorder', { envelopeId, documentIds: added.join('\n') });
			const isMoved = await isListed();
			const kept = `Documents are ${isKept ? '' : 'not '}listed in the order of their upload`;
			return [
				isKept && isMoved,
				`${kept}, and ${isMoved ? '' : 'not '}in a new one when reordered`,
			];
		});
		await visit.items('document/getAll', { envelopeId });
		await visit.item('document/rename', { envelopeId, documentId, name: 'renamed.docx' });
		await visit.item('document/get', { envelopeId, documentId });
		await visit.item('envelope/downloadOriginal', { envelopeId, binaryPropertyName: 'data' });
		await originals(visit, { envelopeID });
		await visit.item('document/delete', { envelopeId, documentId });
	},

	'Refused uploads': async (visit) => {
		const ids = { envelopeID: await draft(visit, 'uploads') };
		const documents = `POST ${ENVELOPE}/documents` as const;
		const html = form({ name: 'page.html', contentType: 'TEXT/HTML' }, Buffer.from('<p>Hello</p>'));
		const large = Buffer.concat([pdf(), Buffer.alloc(LIMITS.documentBytes)]);
		await visit.expects(
			documents,
			ids,
			['document-name-length', 400, 'A name of 256 characters', form({ name: 'x'.repeat(256) })],
			['media-type-case', 415, 'A file of type `TEXT/HTML`', html],
			[
				'document-limits',
				413,
				'A PDF of a little more than 20 MB',
				form({ name: 'large.pdf' }, large),
			],
		);
		await visit.probe('failure-reasons', async () => {
			const broken = form({ name: 'broken.pdf' }, Buffer.from('%PDF-1.7\nbroken'));
			const answer = await visit.ask(documents, ids, broken);
			if (answer.status >= 300) return [false, `A broken PDF: ${brief(answer)}`];
			const documentIds = { ...ids, documentID: idOf(objectOf(answer)) };
			for (let tries = 0; tries < 60; tries++) {
				const { status, failureReason } = objectOf(await visit.ask(`GET ${DOCUMENT}`, documentIds));
				const reason = String(failureReason);
				if (status === 'failed')
					return [FAILURE_REASONS.includes(reason), `A broken PDF: \`${reason}\``];
				if (status === 'uploaded') return [false, 'A broken PDF is accepted'];
				await visit.pause();
			}
			return undefined;
		});
		const small = form({ name: 'small.pdf' });
		for (let count = 0; count < LIMITS.documentsPerEnvelope; count++)
			await visit.ask(documents, ids, small);
		const what = 'One document too many';
		await visit.expects(documents, ids, ['document-count-status', 422, what, small]);
	},

	Participants: async (visit) => {
		const envelopeID = await draft(visit, 'participants', 'sequential');
		const [ids, envelopeId] = [{ envelopeID }, byId(envelopeID)];
		const participants = `${ENVELOPE}/participants` as const;
		const list = async () => itemsOf(await visit.ask(`GET ${participants}`, ids));
		const made: string[] = [];
		const cleo = person('cleo', { role: 'cc' });
		for (const inputs of [person('ada', BY_CODE), person('bob', BY_SMS), cleo])
			made.push((await visit.item('participant/create', { envelopeId, ...inputs })).ID);
		const several = ['dora', 'emil', 'fay', 'gus', 'hal'].map((name) => person(name));
		made.push(...(await addPeople(visit, envelopeID, several)));
		await visit.items('participant/getAll', { envelopeId });
		await visit.probe('participant-order', async () => {
			const listed = (await list()).map(idOf).filter((one) => made.includes(one));
			const isKept = isSame(listed, made);
			return [
				isKept,
				`Participants are ${isKept ? '' : 'not '}listed in the order of their creation`,
			];
		});
		await visit.probe('access-code-shown', async () => {
			const ada = (await list()).find((one) => idOf(one) === made[0]);
			const code = (ada?.authentication as Loose | undefined)?.accessCode;
			const how = code === CODE ? 'in plain text' : code === undefined ? 'missing' : 'masked';
			return ada && [code === CODE, `An access code is ${how} in the list`];
		});
		const participantId = byId(made[1]);
		await visit.item('participant/update', { envelopeId, participantId, ...BY_CODE });
		const [one, ...others] = made.slice(-3);
		await visit.item('participant/delete', { envelopeId, participantId: byId(one) });
		await removeEach(visit, 'participant', { envelopeId }, others);
		const ada = { email: 'ada@example.com', role: 'signer' };
		const inCapitals = { ...ada, role: 'SIGNER' };
		await visit.expects(
			`POST ${participants}`,
			ids,
			['participant-required', 400, 'A participant without `email`', { role: 'signer' }],
			['participant-twice', 201, 'A second participant with the same email address', ada],
			['role-case', 201, 'A participant with the role `SIGNER`', inCapitals],
		);
		await visit.probe('bulk-entry-names', async () => {
			const body = { items: [ada, { ...ada, email: 'no address' }] };
			const refusal = objectOf(await visit.ask(`POST ${participants}`, ids, body));
			const { validation_errors: below } = (refusal.extensions ?? {}) as Loose;
			const names = Object.keys(refusal.validation_errors ?? below ?? {});
			const seen = `A wrong address in the second entry is named ${inCode(names)}`;
			return names.length > 0 ? [names.includes('items[1].email'), seen] : undefined;
		});
	},

	Fields: async (visit) => {
		const envelopeID = await draft(visit, 'fields');
		const tagged = withFile(pdf(2, '[[signature:lea@example.com]]'), 'tags.pdf');
		const documentID = await upload(visit, envelopeID, tagged);
		const people = [person('lea'), person('max'), person('nina', { role: 'cc' })];
		const [lea, max = '', nina] = await addPeople(visit, envelopeID, people);
		const where = { envelopeId: byId(envelopeID), documentId: byId(documentID) };
		const ids = { envelopeID, documentID };
		const fields = `${DOCUMENT}/fields` as const;
		const add = async (body: object) => await visit.ask(`POST ${fields}`, ids, body);
		const list = async () => idsOf(await visit.ask(`GET ${fields}`, ids));
		const made: Loose[] = [];
		for (const inputs of fieldsOfAllTypes({ participantId: byId(lea) }))
			made.push(await visit.item('field/create', { ...where, ...inputs }));
		const fieldsJson = JSON.stringify(fieldsOfAllTypes({ participantID: max, page: 2 }));
		const many = await visit.items('field/createMany', { ...where, inputMode: 'json', fieldsJson });
		const options = { allowOverlappingFields: true };
		await visit.items('field/createFromTags', { ...where, options });
		await visit.items('field/getAll', where);
		for (const [type, updateFields] of [
			['date', { format: 'DD/MM/YYYY', modifiable: true }],
			['custom', { label: 'Place', x: 200 }],
		] as const) {
			const fieldId = byId(made.find((each) => each.type === type)?.ID);
			await visit.item('field/update', { ...where, fieldId, updateFields });
		}
		const [one, ...several] = made.slice(0, 3).map(({ ID }) => String(ID));
		await visit.item('field/delete', { ...where, fieldId: byId(one) });
		await removeEach(visit, 'field', where, several);

		const bare = { type: 'date', participantID: lea, boundingBox: [300, 400, 90, 24] };
		const field = { ...bare, page: 1, required: false };
		await visit.probe('field-defaults', async () => {
			const answer = await add(bare);
			const { page, required, format } = objectOf(answer);
			const defaults = `\`page\` ${String(page)}, \`required\` ${String(required)}, \`format\` ${String(format)}`;
			return answer.status < 300
				? [isSame([page, required, format], [1, true, 'YYYY-MM-DD']), defaults]
				: [false, `A field without them: ${brief(answer)}`];
		});
		const items = Array.from({ length: 201 }, (_, x) => ({
			...field,
			boundingBox: [x, 400, 90, 24],
		}));
		await visit.expects(
			`POST ${fields}`,
			ids,
			['field-page', 400, 'A field on page 99 of 2', { ...field, page: 99 }],
			['field-for-cc', 422, 'A field for a `cc`', { ...field, participantID: nina }],
			['bulk-size', 200, '201 fields in a request', { items }],
		);
		await visit.probe('bulk-partial', async () => {
			const before = await list();
			const answer = await add({ items: [field, { ...field, participantID: UNKNOWN_ID }] });
			const more = (await list()).filter((each) => !before.includes(each)).length;
			const seen = `A good and a wrong field in one request: ${brief(answer)}, and ${more} were made`;
			return [answer.status >= 400 && more === 0, seen];
		});
		await visit.probe('participant-fields', async () => {
			const route = `DELETE ${ENVELOPE}/participants/{participantID}` as const;
			await visit.ask(route, { envelopeID, participantID: max });
			const all = await list();
			const left = many.filter(({ json }) => all.includes(String(json.ID))).length;
			const seen = `${left} of ${many.length} fields are left when their participant is deleted`;
			return [left === 0, seen];
		});
	},

	'Whole envelopes': async (visit) => {
		const people = { inputMode: 'json', participantsJson: JSON.stringify([person('ann')]) };
		const inputs = { ...people, send: false };
		const field = {
			...BOX,
			document: 1,
			participantEmail: 'ann@example.com',
			type: 'signature',
			y: 100,
		};
		const fields = { fieldsJson: JSON.stringify([field]), binaryPropertyNames: 'data' };
		const whole = { name: nameOf('created at once'), ...inputs, ...fields };
		const { ID } = await visit.item('envelope/createAndSend', whole, [contract()]);
		const copy = { name: nameOf('copied'), templateId: byId(ID), ...inputs };
		await visit.item('envelope/createFromTemplate', copy);
	},

	Refusals: async (visit) => {
		const envelopeID = await draft(visit, 'refusals');
		const ids = { envelopeID };
		// Nobody is in this draft: if it were sent, nobody would get an email.
		const [send, remind] = [
			`POST ${ENVELOPE}:send-for-signing`,
			`POST ${ENVELOPE}:send-reminders`,
		] as const;
		const trail = `GET ${ENVELOPE}:download-audit-trail` as const;
		await visit.expects(send, ids, ['send-needs', 409, 'Sending an empty draft']);
		await visit.expects(remind, ids, ['reminder-states', 409, 'Reminders for a draft']);
		await visit.expects(trail, ids, ['audit-trail-states', 404, 'The audit trail of a draft']);
		const envelopeId = byId(envelopeID);
		await visit.refused('envelope/get', { envelopeId: byId(UNKNOWN_ID) });
		await visit.refused('envelope/cancel', { envelopeId });
		await visit.refused('envelope/downloadSealed', { envelopeId, binaryPropertyName: 'data' });
	},
};

async function originals(visit: Visit, ids: { envelopeID: string }): Promise<void> {
	const route = `GET ${ENVELOPE}:download-original` as const;
	await visit.expects(route, ids, ['original-states', 200, 'The originals of a draft']);
	await visit.ignoreTrouble(async () => {
		const { status, bytes } = await visit.ask(route, ids);
		const files = status === 200 ? [...(await unzip(bytes))] : [];
		const names = files.map(([name]) => name);
		if (names.length === 0) return;
		const seen = `The originals of \`contract.pdf\`, \`page.html\` and \`renamed.docx\` are ${inCode(names)}`;
		await visit.probe('zip-names', async () => [names.includes('contract.pdf'), seen]);
		const [, page] = files.find(([name]) => name.startsWith('page')) ?? [];
		const [found] = page ? await findTexts(await readPdf(page), ['Rent agreement']) : [];
		const isThere = (found?.places.length ?? 0) > 0;
		const text = `The text of an HTML file is ${isThere ? '' : 'not '}found in its PDF`;
		await visit.probe('conversion', async () => found && [isThere, text]);
	});
}
