import type { INodeParameters } from 'n8n-workflow';

import { credentialFor, prepareHarness } from '../support/harness';
import { longAfterStart } from '../support/longAfterStart';
import { pdf, SEND_AND_WAIT as SEND, withFile } from '../support/samples';

const harness = prepareHarness();
longAfterStart();
const file = () => withFile(pdf(), 'lease.pdf');

describe('Create and Send that waits', () => {
	it('goes on with the envelope in its final state, with its documents and participants', async () => {
		const { control } = harness.sandbox;
		const { items, error } = await harness.engine.run(SEND, {
			items: [file()],
			onWait: async () => {
				control.signAll(control.envelopes()[0]?.ID ?? '');
				await control.idle();
			},
		});

		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{
				json: { status: 'sealed', waited: 0, documents: [{}], participants: [{}] },
				pairedItem: { item: 0 },
			},
		]);
	});
});

it.each([
	['off', { waitUntilSigned: false }],
	['not added', {}],
])(
	'does not wait if the option is %s, even if a saved workflow has the interval',
	async (_, wait) => {
		const options = { allowSignersWithoutFields: true, checkEvery: 15, ...wait };
		const { items, error } = await harness.engine.run({ ...SEND, options }, { items: [file()] });

		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { status: 'sent' } }]);
		expect(items[0]?.json).not.toHaveProperty('waited');
	},
);

describe('nothing is sent, and the error says', () => {
	const refused = async (parameters: INodeParameters, more: object = {}) => {
		const { error } = await harness.engine.run(parameters, { items: [file()], ...more });
		expect(harness.sandbox.log.count()).toBe(0);
		return error?.message;
	};

	it('that there is nothing to wait for without sending', async () => {
		expect(await refused({ ...SEND, send: false })).toBe(
			"'Wait Until Signed' cannot be used while 'Send' is off",
		);
	});

	it('that a credential cannot be used whose expression needs the item', async () => {
		const credentials = harness.engine.addCredential({
			...credentialFor(harness.sandbox),
			clientId: '={{ $json.client }}',
		});
		const items = [{ ...file(), json: { client: harness.sandbox.clientId } }];

		expect(await refused(SEND, { items, credentials })).toMatch(/uses data from the item/);
	});

	it.each([
		[
			'some do not wait',
			{ waitUntilSigned: '={{ $json.first }}' },
			'30 days, and another does not',
		],
		[
			'some wait longer',
			{ giveUpAfter: '={{ $json.first ? 1 : 2 }}' },
			'one checks every 15 minutes for 1 day, and another checks every 15 minutes for 2 days',
		],
	])('that items cannot wait in different ways: %s', async (_, differing, terms) => {
		const items = [true, false].map((first) => ({ ...file(), json: { first } }));
		const options = { ...(SEND.options as object), ...differing };

		expect(await refused({ ...SEND, options }, { items })).toContain(terms);
	});
});
