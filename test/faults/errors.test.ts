import type { OnError } from 'n8n-workflow';

import { assertNoCanary } from '../support/canaries';
import { skipPauses } from '../support/skipPauses';
import { byId, envelopeParameters, prepareHarness } from '../support/harness';
import { UNKNOWN_ID } from '../support/samples';

const harness = prepareHarness();
skipPauses();
const MODES: Array<OnError | undefined> = [
	undefined,
	'continueRegularOutput',
	'continueErrorOutput',
];
const PARTICIPANTS = 'POST /sign/envelopes/{envelopeID}/participants';

const participant = (envelope: string, more: object = {}) => ({
	resource: 'participant',
	operation: 'create',
	envelopeId: byId(envelope),
	email: '={{ $json.email }}',
	role: 'signer',
	authentication: 'none',
	...more,
});

describe('a bulk request that is refused', () => {
	const three = ['a@example.com', 'refused@example.com', 'c@example.com'].map((email) => ({
		json: { email },
	}));

	it('names no item when the run stops and only the service knows which it was', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(PARTICIPANTS, {
			kind: 'body',
			status: 400,
			body: { detail: 'Not valid.', validation_errors: { 'items[1].email': 'is blocked' } },
		});
		const { error } = await harness.engine.run(participant(ID), { items: three });
		expect(error?.context.itemIndex).toBeUndefined();
		expect(error?.description).toContain('items[1].email');
		expect(harness.sandbox.log.count(PARTICIPANTS)).toBe(1);
	});

	it('names the item whose participant or field is not there, and changes nothing', async () => {
		const { ID, documents } = harness.sandbox.control.envelope({
			participants: [{ email: 'a@example.com' }],
			fields: true,
		});
		const [document] = documents;
		const before = JSON.stringify(harness.sandbox.control.get(ID));
		const [field] = document?.fields ?? [];
		const place = { envelopeId: byId(ID), documentId: byId(document?.ID) };
		const box = { page: 1, width: 10, height: 10, required: true, unit: 'pt' };
		const idOf = (thing: 'field' | 'participant', id: string) => ({
			operation: 'delete',
			resource: thing,
			[`${thing}Id`]: byId('={{ $json.id }}'),
			id,
		});
		const creating = {
			resource: 'field',
			type: 'signature',
			placement: 'atPosition',
			...box,
		};
		for (const { id, ...parameters } of [
			idOf('field', field?.ID ?? ''),
			idOf('participant', field?.participantID ?? ''),
			{
				...creating,
				operation: 'create',
				participantId: byId('={{ $json.id }}'),
				x: '={{ $json.x }}',
				y: 500,
				id: field?.participantID ?? '',
			},
			{
				resource: 'field',
				operation: 'createMany',
				inputMode: 'json',
				fieldsJson:
					'={{ [{ type: "signature", participantID: $json.id, page: 1, x: $json.x, y: 500, width: 10, height: 10 }] }}',
				id: field?.participantID ?? '',
			},
		]) {
			const items = [id, UNKNOWN_ID, id].map((each, at) => ({ json: { id: each, x: at * 50 } }));
			const { error } = await harness.engine.run({ ...place, ...parameters } as never, { items });
			expect([parameters.operation, error?.context.itemIndex]).toEqual([parameters.operation, 1]);
			expect(JSON.stringify(harness.sandbox.control.get(ID))).toBe(before);
		}
	});
});

const hostile = (secret: string, token: string) => ({
	kind: 'status' as const,
	status: 400,
	body: {
		message: `message ${secret}`,
		title: `title ${token}`,
		detail: `detail ${secret} ${token} canary-access-code`,
		error: { message: `nested ${secret}` },
		validation_errors: { [`field ${secret}`]: `canary-access-code ${token}` },
	},
});

it.each(MODES)(
	'nothing secret gets out, even when the service repeats it in its answer (mode %s)',
	async (onError) => {
		const { ID } = harness.sandbox.control.envelope();
		await harness.engine.run(envelopeParameters('get', ID));
		const { clientSecret } = harness.sandbox;
		const token = String(harness.engine.credential.data.accessToken);
		harness.sandbox.faults.always(PARTICIPANTS, hostile(clientSecret, token));
		const outcome = await harness.engine.run(
			participant(ID, {
				authentication: 'accessCode',
				accessCode: '={{ "canary-access" + "-code" }}',
			}),
			{ items: [{ json: { email: 'a@b.c' } }], onError },
		);

		expect(harness.sandbox.log.count(PARTICIPANTS)).toBe(1);
		assertNoCanary(outcome, [clientSecret, token, 'canary-access-code']);
	},
);
