import type { Route } from '../../nodes/ESignature/api';
import type { StoredEnvelope } from '../../sandbox';
import { binaryOf, samplePdf } from '../support/files';
import { prepareGround } from '../support/ground';
import { processAtOnce } from './createAndSendJob';
import { ADA, BOB, ORIGINAL, templateJobs } from './templateJob';

const ground = prepareGround({ sandbox: { processingMs: 0 } });
beforeEach(() => processAtOnce(ground.sandbox));

const { template, made, refused } = templateJobs(ground);

const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const DOCUMENTS = `${ENVELOPE}/documents` as const;
const PEOPLE = `${ENVELOPE}/participants` as const;
const FIELDS = `${ENVELOPE}/documents/{documentID}/fields` as const;

/** Somebody works on it just before the first request of this kind is answered, or just after. */
function meanwhile(route: Route, when: 'before' | 'after', change: () => void): void {
	let isDone = false;
	ground.sandbox.faults.witness = async (request, takeEffect) => {
		const isNow = request.route === route && !isDone;
		isDone ||= isNow;
		if (isNow && when === 'before') change();
		const answer = await takeEffect();
		if (isNow && when === 'after') change();
		return answer;
	};
}

const anew = (ID: string) => ID.replace(/^.{8}/, 'aaaaaaaa');

type Change = (of: StoredEnvelope) => void;

const CHANGES: Array<[what: string, change: Change]> = [
	[
		'a document is replaced by one of the same name',
		({ documents }) => {
			const [was] = documents;
			if (was) documents[0] = { ...was, ID: anew(was.ID), fields: [] };
		},
	],
	['a document gets another name', ({ documents }) => void (documents[0]!.name = 'old lease.pdf')],
	[
		'a document is added',
		({ documents }) => void documents.push({ ...documents[0]!, ID: anew(documents[0]!.ID) }),
	],
	['a document is removed', ({ documents }) => void documents.shift()],
	[
		'a field is moved',
		({ documents }) => void (documents[0]!.fields[0]!.boundingBox = [9, 9, 99, 33]),
	],
	[
		'a field is for somebody else',
		({ documents, participants }) => {
			documents[0]!.fields[0]!.participantID = participants[1]!.ID;
		},
	],
	['a field is removed', ({ documents }) => void documents[0]!.fields.pop()],
	[
		'a participant is replaced',
		({ participants }) => void (participants[0]!.email = 'new@example.com'),
	],
	[
		'a participant is added',
		({ participants }) =>
			void participants.push({ ...participants[0]!, ID: anew(participants[0]!.ID) }),
	],
	['the text is rewritten', (of) => void (of.notification = { subject: 'New', body: 'Other' })],
	['the mode is another one', (of) => void (of.mode = 'parallel')],
];

describe('a template that is changed while it is read makes no envelope', () => {
	it.each(CHANGES)('if %s after the first look', async (_, change) => {
		const of = template();
		meanwhile(ORIGINAL, 'before', () => change(of));
		const text = await refused(of);
		expect(text).toContain('The template was changed while it was read');
		expect(text).toContain('Run this step again when no one is working on the template.');
		expect(ground.sandbox.log.count(ORIGINAL)).toBe(1);
	});

	it.each(CHANGES)('if %s right after its ZIP was made', async (_, change) => {
		const of = template();
		meanwhile(ORIGINAL, 'after', () => change(of));
		expect(await refused(of)).toContain('The template was changed while it was read');
	});

	it('if what does not fit together was read before and after the change', async () => {
		const of = template();
		const [, tenant] = of.participants;
		meanwhile(FIELDS, 'before', () => {
			const guest = { ...tenant!, ID: anew(tenant!.ID), email: 'guest@example.com' };
			of.participants.push(guest);
			of.documents[0]!.fields[0]!.participantID = guest.ID;
		});
		expect(await refused(of)).toContain('The template was changed while it was read');
	});

	it('if people or documents change while files of the input are used', async () => {
		const of = template({ documents: [{ name: 'lease.pdf', pages: 2 }] });
		const item = { json: {}, binary: { data: binaryOf(await samplePdf('One', 2), 'one.pdf') } };
		meanwhile(FIELDS, 'after', () =>
			of.participants.push({ ...of.participants[0]!, ID: anew(of.ID) }),
		);
		expect(await refused(of, [ADA, BOB], { documents: 'input' }, item)).toContain(
			'The template was changed while it was read',
		);
	});

	it('but one in which only something else happens does', async () => {
		const of = template();
		meanwhile(ORIGINAL, 'before', () => {
			of.lastModifiedAt = new Date(Date.parse(of.lastModifiedAt) + 1000).toISOString();
			of.name = 'Template, in use';
		});
		expect((await made(of)).status).toBe('sent');
	});
});

describe('nothing is created', () => {
	const turned = (route: Route, items: unknown[]) =>
		ground.sandbox.faults.next(route, {
			...{ kind: 'body', contentType: 'application/json' },
			body: JSON.stringify({ items: [...items].reverse() }),
		});

	it('if the documents are listed in another order each time', async () => {
		const of = template();
		turned(
			DOCUMENTS,
			of.documents.map(({ ID, name, status }) => ({ ID, name, status })),
		);
		const text = await refused(of);
		expect(text).toContain(
			'The service lists the documents of the template in a different order each time, so they cannot be matched',
		);
		expect(text).toContain('Use a template with one document.');
	});

	it('if people get their places by an order that changes, but not if their addresses tell', async () => {
		const of = template({ mode: 'parallel' });
		turned(PEOPLE, of.participants);
		const text = await refused(of);
		expect(text).toContain(
			'The service lists the participants of the template in a different order',
		);
		expect(text).toContain("Enter the email addresses of the template's participants");
		turned(PEOPLE, of.participants);
		const same = ['landlord@example.com', 'tenant@example.com'];
		expect(
			(
				await made(
					of,
					same.map((email) => ({ email, role: 'signer' })),
				)
			).status,
		).toBe('sent');
	});

	it('if people sign one after the other in an order that changes', async () => {
		const of = template();
		turned(PEOPLE, of.participants);
		const same = ['landlord@example.com', 'tenant@example.com'];
		const text = await refused(
			of,
			same.map((email) => ({ email, role: 'signer' })),
		);
		expect(text).toContain('with the signing mode Parallel');
	});

	it('if a field is for somebody who is not a participant', async () => {
		const of = template();
		of.documents[0]!.fields[0]!.participantID = anew(of.ID);
		const text = await refused(of);
		expect(text).toContain(
			'The template has a field for somebody who is not one of its participants',
		);
		expect(text).toContain('assign each field to a participant');
	});

	const showing = (of: StoredEnvelope, shown: object) =>
		ground.sandbox.faults.always(ENVELOPE, {
			...{ kind: 'body', contentType: 'application/json' },
			body: JSON.stringify({ ID: of.ID, name: of.name, status: of.status, ...shown }),
		});

	it('if the service does not show who notifies the participants', async () => {
		const of = template();
		showing(of, { mode: 'parallel' });
		const text = await refused(of);
		expect(text).toContain(
			'The service does not show who notifies the participants of the template',
		);
		expect(text).toContain("in 'Additional Fields'");
	});

	it('if the service does not show the signing mode', async () => {
		const of = template();
		showing(of, { notification: of.notification });
		const text = await refused(of);
		expect(text).toContain('The service does not show the signing mode of the template');
		expect(text).toContain("in 'Additional Fields'");
	});

	it.each<[string, Route, (of: StoredEnvelope) => object[]]>([
		['documents', DOCUMENTS, ({ documents }) => documents.map(({ ID, name }) => ({ ID, name }))],
		['participants', PEOPLE, ({ participants }) => participants],
		['fields', FIELDS, ({ documents }) => documents[0]!.fields],
	])('if the list of %s points to more than can be read', async (what, route, items) => {
		const of = template({ documents: [{ name: 'lease.pdf', pages: 2 }] });
		ground.sandbox.faults.always(route, {
			...{ kind: 'body', contentType: 'application/json' },
			body: JSON.stringify({ items: items(of), nextPage: true }),
		});
		expect(await refused(of)).toContain(`The service listed only a part of the ${what}`);
	});
});
