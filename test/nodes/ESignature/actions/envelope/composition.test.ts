import {
	composition,
	placedInDraft,
	placedInFiles,
	type FieldRow,
} from '../../../../../nodes/ESignature/actions/envelope/composition';
import type { Call } from '../../../../../nodes/ESignature/core';
import { formField, formParticipant } from '../../../../support/formRows';
import { bytesOf, fileOf, onePage } from '../../lib/pdf/handMade';

const ADA = { email: 'ada@example.com', role: 'signer' };
const CC = { email: 'archive@example.com', role: 'cc' };
const field: FieldRow = {
	document: 1,
	participantEmail: 'ada@example.com',
	type: 'signature',
	x: 1,
	y: 2,
	width: 3,
	height: 4,
};

/** A call with the inputs of a good job, in which these are replaced. */
const callWith = (values: Record<string, unknown> = {}, bytes = 1): Call => {
	const inputs: Record<string, unknown> = {
		name: 'Lease',
		mode: 'parallel',
		notificationsManagedBy: 'sender',
		inputMode: 'json',
		binaryPropertyNames: 'a, b',
		participantsJson: [ADA, CC],
		fieldsJson: [field],
		...values,
	};
	const call: Partial<Call> = {
		assertNotCanceled: () => {},
		param: <Value>(name: string) => inputs[name] as Value,
		option: <Value>(name: string, fallback: Value) => (inputs[name] ?? fallback) as Value,
		file: async (name) => ({
			name: `${name}.pdf`,
			mediaType: 'application/pdf',
			bytes,
			read: async () => Buffer.from(name),
		}),
	};
	return call as Call;
};
const fields = (...rows: FieldRow[]) => ({ fieldsJson: rows.map((row) => ({ ...field, ...row })) });

describe('a whole envelope', () => {
	it('is put together from the inputs of one item', async () => {
		const made = await composition(callWith(), true);
		expect(made.documents.map(({ metadata }) => metadata.name)).toEqual(['a.pdf', 'b.pdf']);
		expect(made.participants).toEqual([ADA, CC]);
		// Until there are IDs, the place in the list stands for the participant.
		const wanted = { type: 'signature', participantID: '0', page: 1, boundingBox: [1, 2, 3, 4] };
		expect(made.fields).toEqual([
			{ document: 0, entry: 'Field 1', field: { ...wanted, required: true } },
		]);
	});

	it('finds signers by their address in any case, and documents by their place', async () => {
		const rows = fields({ participantEmail: ' ADA@example.com ', document: '2' });
		const [placed] = (await composition(callWith(rows), true)).fields;
		expect(placed).toMatchObject({ document: 1, field: { participantID: '0' } });
	});

	it.each([
		['no name', { name: ' ' }, "The 'Name' is empty"],
		['no participants', { participantsJson: [] }, 'The list of participants is empty'],
		[
			'no signer',
			{ participantsJson: [CC], fieldsJson: [] },
			'None of the participants is a signer',
		],
		[
			'somebody twice',
			{ participantsJson: [ADA, { ...ADA, email: 'ADA@example.com' }] },
			"'ADA@example.com' is listed twice with the role 'signer'",
		],
		['a wrong second row', { participantsJson: [ADA, { email: 'x' }] }, 'Participant 2: '],
		['no document', { binaryPropertyNames: ' , ' }, "The 'Input Binary Fields' are empty"],
		[
			'a document that is not there',
			fields({ document: 3 }),
			"Field 1: 'Document' must be the number of a document, not '3'",
		],
		[
			'a stranger',
			fields({ participantEmail: 'x@example.com' }),
			"'x@example.com' in 'Participant Email' is not one of the signers",
		],
		[
			'a copy recipient',
			fields({ participantEmail: CC.email }),
			`'${CC.email}' in 'Participant Email' is a copy recipient (CC), who cannot have a field`,
		],
	])('is refused with %s', async (_, values, message) => {
		await expect(composition(callWith(values), true)).rejects.toThrow(message);
	});

	it('lists the signers that a field can be for', async () => {
		const rows = fields({ participantEmail: 'x@example.com' });
		await expect(composition(callWith(rows), true)).rejects.toMatchObject({
			advice: expect.stringContaining(`: '${ADA.email}'.`) as string,
		});
	});

	it('has 200 participants at most', async () => {
		const people = (count: number) => ({
			participantsJson: [
				ADA,
				...Array.from({ length: count - 1 }, (_, n) => ({ ...CC, email: `${n}@x.y` })),
			],
		});

		expect((await composition(callWith(people(200)), true)).participants).toHaveLength(200);
		await expect(composition(callWith(people(201)), true)).rejects.toThrow(
			'There are 201 participants, more than an envelope can have',
		);
	});

	it('needs no signer while it is not sent', async () => {
		const draft = callWith({ participantsJson: [CC], fieldsJson: [] });
		expect((await composition(draft, false)).participants).toEqual([CC]);
	});

	it('leaves it to the service how many documents it has and how large they are', async () => {
		const names = Array.from({ length: 16 }, (_, n) => `f${n}`).join();
		const call = callWith({ binaryPropertyNames: names }, 20_000_001);
		expect((await composition(call, true)).documents).toHaveLength(16);
	});

	it('places no field on the first document because an expression of the form gave nothing', async () => {
		const row = { ...field, page: 1, unit: 'pt', required: true };
		const form = (document: unknown) =>
			callWith({
				inputMode: 'form',
				participants: { participant: [formParticipant(ADA)] },
				fields: { field: [formField({ ...row, document })] },
			});
		await expect(composition(form(undefined), true)).rejects.toThrow(
			"'Document' must be the number of a document, but it is empty",
		);
		expect((await composition(form(2), true)).fields[0]?.document).toBe(1);
	});
});

function place(content: string, rules: object, contentType?: string) {
	const read = jest.fn(async () =>
		bytesOf(fileOf(onePage(`BT /F1 10 Tf 100 700 Td ${content} ET`))),
	);
	const parts = {
		documents: [{ metadata: { name: 'Lease.pdf', contentType }, read }],
		fields: [],
		participants: [ADA],
		rules,
	};
	const placed = placedInFiles(
		{ pause: async () => {}, assertNotCanceled: () => {} } as never,
		parts as never,
	);
	return { placed, read };
}

describe('the fields of an envelope', () => {
	it('are refused without reading the file if a signer has none and tags cannot bring one', async () => {
		const { placed, read } = place('([[signature:1]]) Tj', { tags: false });

		await expect(placed).rejects.toThrow('ada@example.com has no field');
		expect(read).not.toHaveBeenCalled();
	});

	it('may all come from the tags in the file', async () => {
		const { placed } = place('([[signature:1]]) Tj', { tags: true });

		expect(await placed).toMatchObject([{ document: 0, by: 'tag', field: { type: 'signature' } }]);
	});

	it('are refused if there should be tags and there is none', async () => {
		const { placed, read } = place('(Lease) Tj', { tags: true });

		await expect(placed).rejects.toThrow(/tag/);
		expect(read).toHaveBeenCalled();
	});

	it('may still come from a file that the service has to convert first', async () => {
		const { placed, read } = place('', { tags: true }, 'application/msword');

		expect(await placed).toEqual([]);
		expect(read).not.toHaveBeenCalled();
	});

	it('may be none if signers without fields are allowed', async () => {
		expect(await place('(Lease) Tj', { tags: false, allowIdle: true }).placed).toEqual([]);
	});
});

describe('the fields of a file that the service converts', () => {
	const onPage = async (page: number, numPages: unknown) => {
		const field = { type: 'signature', participantID: '0', page };
		const parts = {
			documents: [{ metadata: { name: 'Lease.docx', contentType: 'application/msword' } }],
			fields: [{ document: 0, field }],
			participants: [ADA],
			rules: { allowIdle: true, allowOverlap: true },
		};
		const made = [{ ID: 'document', numPages }];
		return await placedInDraft({} as never, 'envelope' as never, made as never, parts as never);
	};

	it('are refused if they are on a page that it turns out not to have', async () => {
		await expect(onPage(3, 2)).rejects.toThrow(/page 3/i);
		expect(await onPage(2, 2)).toHaveLength(1);
	});

	it.each([0, undefined])(
		'are left to the service if it does not count the pages: %p',
		async (numPages) => {
			expect(await onPage(3, numPages)).toMatchObject([{ document: 0, field: { page: 3 } }]);
		},
	);
});
