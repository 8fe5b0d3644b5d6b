import { byId, envelopeParameters, prepareHarness } from '../support/harness';
import { UNKNOWN_ID } from '../support/samples';

const harness = prepareHarness();
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const ALL = 'Nothing was sent.';
const THIS_ITEM = 'Nothing was sent for this item.';

const send = envelopeParameters('send', '={{ $json.id }}', {
	options: { allowSignersWithoutFields: false },
});
const ready = () => harness.sandbox.control.envelope({ fields: true });
/** Its signer has no field, which only reading shows. */
const unready = () => harness.sandbox.control.envelope({ fields: false });
const itemsOf = (envelopes: Array<{ ID: string }>) =>
	envelopes.map(({ ID }) => ({ json: { id: ID } }));

const described = (items: Array<{ json: object }>) =>
	items.map(({ json }) => (json as { details?: { description?: string } }).details?.description);

describe('an item that cannot be sent', () => {
	it('is alone: nothing was sent', async () => {
		const { error } = await harness.engine.run(send, { items: itemsOf([unready()]) });

		expect(error?.description).toMatch(/Nothing was sent\.$/);
		expect(harness.sandbox.log.count(SEND)).toBe(0);
	});

	it('comes after others that were sent: nothing was sent for this item', async () => {
		const { error } = await harness.engine.run(send, { items: itemsOf([ready(), unready()]) });

		expect(error?.description).toContain(THIS_ITEM);
		expect(error?.description).not.toContain(ALL);
		expect(error?.context.itemIndex).toBe(1);
		expect(harness.sandbox.log.count(SEND)).toBe(1);
	});

	it('has an input that is wrong: nothing was sent of all items', async () => {
		const items = [...itemsOf([ready()]), { json: { id: 'x' } }];
		const { error } = await harness.engine.run(send, { items });

		expect(error?.description).toContain(ALL);
		expect(harness.sandbox.log.count(SEND)).toBe(0);
	});

	it('has an input that is wrong, and the run goes on: nothing was sent for this item', async () => {
		const items = [...itemsOf([ready()]), { json: { id: 'x' } }];
		const ran = await harness.engine.run(send, { items, onError: 'continueRegularOutput' });

		expect(described(ran.items)).toEqual([undefined, expect.stringContaining(THIS_ITEM)]);
		expect(harness.sandbox.log.count(SEND)).toBe(1);
	});

	it('is the only one of a run that goes on: nothing was sent', async () => {
		const items = [{ json: { id: 'x' } }];
		const ran = await harness.engine.run(send, { items, onError: 'continueRegularOutput' });

		expect(described(ran.items)).toEqual([expect.stringContaining(ALL)]);
	});
});

describe('an item of which a part was sent', () => {
	const CREATE = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';

	function many() {
		const { ID, documents, participants } = harness.sandbox.control.envelope({
			documents: [{ name: 'contract.pdf' }],
			participants: [{}, { role: 'cc' }],
		});
		const [ann, copy] = participants.map((one) => one.ID);
		const at = (n: number) => ({ page: 1, x: n, y: n, width: 0.5, height: 0.5 });
		const list = Array.from({ length: 201 }, (_, n) => ({
			type: 'signature',
			participantID: n === 200 ? copy : ann,
			...at(n),
		}));
		const parameters = {
			resource: 'field',
			operation: 'createMany',
			envelopeId: byId(ID),
			documentId: byId(documents[0]?.ID),
			inputMode: 'json',
			fieldsJson: '={{ $json.list }}',
		};
		return { parameters, items: [{ json: { list } }] };
	}

	it('is not said to have sent nothing', async () => {
		const { parameters, items } = many();
		const { error } = await harness.engine.run(parameters, { items });

		expect(error?.message).toContain('A copy recipient (CC) cannot have a field');
		expect(error?.description ?? '').not.toContain('Nothing was sent');
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it('says what was done of it', async () => {
		const { parameters, items } = many();
		const ran = await harness.engine.run(parameters, { items, onError: 'continueRegularOutput' });

		expect(ran.items).toHaveLength(1);
		expect(ran.items[0]?.json).toMatchObject({ details: { outcome: 'partlyDone' } });
		expect(described(ran.items).join()).not.toContain('Nothing was sent');
	});
});

it('an ID that does not exist is refused by the service, not by the input check', async () => {
	const { error } = await harness.engine.run(send, { items: [{ json: { id: UNKNOWN_ID } }] });

	expect(error?.description).not.toContain('Nothing was sent');
});
