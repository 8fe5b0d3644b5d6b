import {
	readWantedEnvelope,
	type FieldRow,
} from '../../../../../nodes/ESignature/actions/envelope/wantedEnvelope';
import type { Call } from '../../../../../nodes/ESignature/core';
import { body } from '../../../../../nodes/ESignature/actions/envelope/form';
import { formField, formParticipant } from '../../../../support/formRows';

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
		const made = await readWantedEnvelope(callWith(), true);
		expect(made.documents.map(({ metadata }) => metadata.name)).toEqual(['a.pdf', 'b.pdf']);
		expect(made.participants).toEqual([ADA, CC]);
		expect(made.fields).toEqual([
			{
				entry: 'Field 1',
				document: 0,
				signer: 0,
				field: { type: 'signature', required: true },
				at: { page: 1, boundingBox: [1, 2, 3, 4] },
			},
		]);
	});

	it('finds signers by their address in any case, and documents by their place', async () => {
		const rows = fields({ participantEmail: ' ADA@example.com ', document: '2' });
		const [placed] = (await readWantedEnvelope(callWith(rows), true)).fields;
		expect(placed).toMatchObject({ document: 1, signer: 0 });
	});

	it.each([
		['none', {}, undefined],
		['none that was cleared', { subject: ' ' }, undefined],
		['one that was entered', { subject: 'Lease' }, { subject: 'Lease', body: body.default }],
	])('has %s of the texts of emails that the sender sends', async (_, texts, notification) => {
		const additionalFields = { notificationsManagedBy: 'sender', ...texts };
		const { envelope } = await readWantedEnvelope(callWith({ additionalFields }), true);
		expect(envelope.notification).toEqual(notification);
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
		await expect(readWantedEnvelope(callWith(values), true)).rejects.toThrow(message);
	});

	it('lists the signers that a field can be for', async () => {
		const rows = fields({ participantEmail: 'x@example.com' });
		await expect(readWantedEnvelope(callWith(rows), true)).rejects.toMatchObject({
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

		expect((await readWantedEnvelope(callWith(people(200)), true)).participants).toHaveLength(200);
		await expect(readWantedEnvelope(callWith(people(201)), true)).rejects.toThrow(
			'There are 201 participants, more than an envelope can have',
		);
	});

	it('needs no signer while it is not sent', async () => {
		const draft = callWith({ participantsJson: [CC], fieldsJson: [] });
		expect((await readWantedEnvelope(draft, false)).participants).toEqual([CC]);
	});

	it('leaves it to the service how many documents it has and how large they are', async () => {
		const names = Array.from({ length: 16 }, (_, n) => `f${n}`).join();
		const call = callWith({ binaryPropertyNames: names }, 20_000_001);
		expect((await readWantedEnvelope(call, true)).documents).toHaveLength(16);
	});

	it('places no field on the first document because an expression of the form gave nothing', async () => {
		const row = { ...field, page: 1, unit: 'pt', required: true };
		const form = (document: unknown) =>
			callWith({
				inputMode: 'form',
				participants: { participant: [formParticipant(ADA)] },
				fields: { field: [formField({ ...row, document })] },
			});
		await expect(readWantedEnvelope(form(undefined), true)).rejects.toThrow(
			"'Document' must be the number of a document, but it is empty",
		);
		expect((await readWantedEnvelope(form(2), true)).fields[0]?.document).toBe(1);
	});
});
