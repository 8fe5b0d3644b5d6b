import { byId, envelopeParameters, prepareGround } from '../support/ground';
import { UNKNOWN_ID } from '../support/samples';
import { hurry } from './hurry';

hurry();
const ground = prepareGround();
const ENVELOPE = '/sign/envelopes/{envelopeID}';
const DELETE = `DELETE ${ENVELOPE}` as const;
const MISSING = 'The item to delete did not exist';
const GONE = { kind: 'status', status: 204, body: '' } as const;

describe('a deletion that the service calls done, whatever the ID', () => {
	it('is an error for an envelope that was seen not to exist', async () => {
		ground.sandbox.faults.always(DELETE, GONE);
		const { error } = await ground.engine.run(envelopeParameters('delete', UNKNOWN_ID));
		expect(error?.message).toBe(MISSING);
		expect(error?.description).toContain(UNKNOWN_ID);
	});

	it('is done for an envelope that nobody may read', async () => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.always(`GET ${ENVELOPE}`, { kind: 'status', status: 403 });
		const { items } = await ground.engine.run(envelopeParameters('delete', ID));
		expect(items[0]?.json).toMatchObject({ deleted: true, envelopeID: ID });
	});

	it('is an error for the one of several participants that is not listed', async () => {
		const { ID, participants } = ground.sandbox.control.envelope({ participants: [{}, {}] });
		const known = participants.map((one) => one.ID);
		ground.sandbox.faults.choose = ({ route }) => {
			if (!route?.endsWith('participants:batch-delete')) return undefined;
			ground.sandbox.control.get(ID).participants.length = 0;
			return GONE;
		};
		const { items } = await ground.engine.run(
			{
				...{ resource: 'participant', operation: 'delete', envelopeId: byId(ID) },
				participantId: byId('={{ $json.ID }}'),
			},
			{
				items: [known[0], UNKNOWN_ID, known[1]].map((one) => ({ json: { ID: one } })),
				onError: 'continueRegularOutput',
			},
		);
		expect(items.map(({ json }) => json.deleted ?? json.error)).toEqual([true, MISSING, true]);
		expect(ground.sandbox.control.get(ID).participants).toEqual([]);
	});
});
