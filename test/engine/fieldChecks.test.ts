import { byId, prepareHarness } from '../support/harness';
import { pairs, UNKNOWN_ID } from '../support/samples';

const harness = prepareHarness();
const CREATE = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';

const creating = (envelope: string, document: unknown, more: object = {}) => ({
	resource: 'field',
	operation: 'create',
	envelopeId: byId(envelope),
	documentId: byId(document),
	participantId: byId('={{ $json.signer }}'),
	type: 'signature',
	page: 1,
	unit: 'pt',
	x: 72,
	y: 72,
	width: 150,
	height: 40,
	required: true,
	...more,
});

describe('before anything is sent', () => {
	it.each<[string, object, string]>([
		['x', { x: '={{ $json.wrong ?? 1 }}', wrong: 'left' }, "'X' is not a number"],
		['page', { page: '={{ $json.wrong ? $json.none : 1 }}', wrong: 1 }, "'Page' is not a number"],
		['unit', { unit: '={{ $json.wrong ? null : "mm" }}', wrong: 1 }, "The 'Unit' must be one of"],
		[
			'required',
			{ required: '={{ $json.wrong ? $json.none : true }}', wrong: 1 },
			"'Required' must be true or false",
		],
		[
			'label',
			{ type: 'custom', label: '={{ $json.wrong ?? "Label" }}', wrong: '  ' },
			"The 'Label' is empty",
		],
	])('refuses a wrong %s: %j', async (_, inputs, message) => {
		const { ID, documents, participants } = harness.sandbox.control.envelope();
		const { wrong, ...more } = inputs as { wrong?: string };
		const signer = participants[0]?.ID;
		const { error } = await harness.engine.run(creating(ID, documents[0]?.ID, more), {
			items: [{ json: { signer } }, { json: { signer, wrong } }],
		});
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent.');
		expect(error?.context.itemIndex).toBe(1);
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it.each([{ width: 0 }, { height: -5 }])(
		'leaves to the service what the contract does not state: %j',
		async (more) => {
			const { ID, documents, participants } = harness.sandbox.control.envelope();
			const { error } = await harness.engine.run(creating(ID, documents[0]?.ID, more), {
				items: [{ json: { signer: participants[0]?.ID } }],
			});
			expect(error).toMatchObject({
				httpCode: '400',
				message: 'The service did not accept the fields',
				description: expect.stringContaining('must have a size and lie on its page'),
			});
			expect(harness.sandbox.log.count(CREATE)).toBe(1);
		},
	);

	it('places a field beyond the edge of the page if the service does', async () => {
		const { ID, documents, participants } = harness.sandbox.control.envelope();
		const { error } = await harness.engine.run(
			creating(ID, documents[0]?.ID, { x: -0.5, y: -72 }),
			{
				items: [{ json: { signer: participants[0]?.ID } }],
			},
		);
		expect(error).toBeUndefined();
		expect(documents[0]?.fields[0]?.boundingBox).toEqual([-0.5, -72, 150, 40]);
	});

	it.each(['', 'person1@example.com', '..'])('refuses the participant %j', async (wrong) => {
		const { ID, documents, participants } = harness.sandbox.control.envelope();
		const { error } = await harness.engine.run(creating(ID, documents[0]?.ID), {
			items: [participants[0]?.ID, wrong].map((signer) => ({ json: { signer } })),
		});
		expect(error?.message).toMatch(
			/^The participant ID is (empty|not a valid ID: find it with 'Get Many')$/,
		);
		expect(error?.context.itemIndex).toBe(1);
		expect(harness.sandbox.log.count()).toBe(0);
	});
});

describe('somebody who cannot have a field', () => {
	const mixed = () => harness.sandbox.control.envelope({ participants: [{}, { role: 'cc' }, {}] });

	it('is refused by the role, without sending a field', async () => {
		const { ID, documents, participants } = mixed();
		const { error } = await harness.engine.run(creating(ID, documents[0]?.ID), {
			items: participants.map((one) => ({ json: { signer: one.ID } })),
		});
		expect(error).toMatchObject({
			message: 'A copy recipient (CC) cannot have a field',
			description: expect.stringContaining('Nothing was sent.'),
		});
		expect(error?.context.itemIndex).toBe(1);
		expect(harness.sandbox.log.count(CREATE)).toBe(0);
		expect(documents[0]?.fields).toEqual([]);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'fails alone, and so does a stranger, when the run goes on (%s)',
		async (onError) => {
			const { ID, documents, participants } = mixed();
			const { items, errorItems } = await harness.engine.run(creating(ID, documents[0]?.ID), {
				items: [...participants, { ID: UNKNOWN_ID }].map((one) => ({ json: { signer: one.ID } })),
				onError,
			});
			const all = [...items, ...errorItems].sort(
				(a, b) => (a.pairedItem as { item: number }).item - (b.pairedItem as { item: number }).item,
			);
			expect(pairs(all)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
			expect(all.map(({ json }) => json.error ?? json.type)).toEqual([
				'signature',
				'A copy recipient (CC) cannot have a field',
				'signature',
				'The participant of a field does not exist in this envelope or cannot sign',
			]);
			expect(documents[0]?.fields.map((field) => field.participantID)).toEqual([
				participants[0]?.ID,
				participants[2]?.ID,
			]);
		},
	);

	it('is recognized when the service writes the role in capitals', async () => {
		const { ID, documents, participants } = mixed();
		const items = participants.map(({ ID: person, email, role }) => ({
			ID: person,
			email,
			role: role.toUpperCase(),
		}));
		harness.sandbox.faults.always('GET /sign/envelopes/{envelopeID}/participants', {
			kind: 'body',
			body: JSON.stringify({ items, total: 3 }),
		});
		const { error } = await harness.engine.run(creating(ID, documents[0]?.ID), {
			items: [{ json: { signer: participants[1]?.ID } }],
		});
		expect(error?.message).toBe('A copy recipient (CC) cannot have a field');
		expect(harness.sandbox.log.count(CREATE)).toBe(0);
	});
});
