import type { OnError } from 'n8n-workflow';

import { skipPauses } from '../faults/skipPauses';
import { byId, prepareHarness } from '../support/harness';
import { pairs } from '../support/samples';

const harness = prepareHarness();
skipPauses();
const CREATE = 'POST /sign/envelopes/{envelopeID}/participants';
const BAD = 'no address';

/** Three lists for one draft: in the second one somebody has no address. */
const lists = () => {
	const { ID } = harness.sandbox.control.envelope({ participants: [] });
	const items = [['a@b.co', 'c@d.co'], ['e@f.co', BAD], ['g@h.co']].map((emails) => ({
		json: { list: emails.map((email) => ({ email, role: 'signer' })) },
	}));
	const parameters = {
		resource: 'participant',
		operation: 'createMany',
		envelopeId: byId(ID),
		inputMode: 'json',
		participantsJson: '={{ $json.list }}',
	};
	return { ID, items, parameters };
};

const added = (ID: string) =>
	harness.sandbox.control.get(ID).participants.map(({ email }) => email);

it('stops before the first request when one list is wrong', async () => {
	const { ID, items, parameters } = lists();
	const { error } = await harness.engine.run(parameters, { items });
	expect(error).toMatchObject({
		message: "Participant 2: The 'Email' is not an email address",
		context: { itemIndex: 1 },
	});
	expect(added(ID)).toEqual([]);
	expect(harness.sandbox.log.count()).toBe(0);
});

it('sends the other lists in one request when the run goes on, and none of the wrong one', async () => {
	const { ID, items, parameters } = lists();
	const outcome = await harness.engine.run(parameters, { items, onError: 'continueRegularOutput' });
	expect(outcome.items.map(({ json }) => json.email ?? json.error)).toEqual([
		'a@b.co',
		'c@d.co',
		"Participant 2: The 'Email' is not an email address",
		'g@h.co',
	]);
	expect(pairs(outcome.items)).toEqual([0, 0, 1, 2].map((item) => ({ item })));
	expect(added(ID)).toEqual(['a@b.co', 'c@d.co', 'g@h.co']);
	expect(harness.sandbox.log.count(CREATE)).toBe(1);
});

it('sends the wrong list to the error output', async () => {
	const { items, parameters } = lists();
	const outcome = await harness.engine.run(parameters, { items, onError: 'continueErrorOutput' });
	expect(pairs(outcome.items)).toEqual([0, 0, 2].map((item) => ({ item })));
	expect(outcome.errorItems).toMatchObject([
		{ json: { error: "Participant 2: The 'Email' is not an email address" } },
	]);
});

describe.each([
	['create', { email: 'a@b.co', role: 'cc', authentication: 'none' }],
	['createMany', { inputMode: 'json', participantsJson: '=[{"email":"a@b.co","role":"cc"}]' }],
	['getAll', {}],
	['getSigningUrls', {}],
	['update', { authentication: 'accessCode', accessCode: '4711' }],
	['delete', {}],
])('%s', (operation, more) => {
	/** Three items for three envelopes: the one between was deleted. */
	const run = async (onError?: OnError) => {
		const good = operation === 'getSigningUrls' ? 'sent' : 'drafted';
		const items = ([good, 'deleted', good] as const).map((status) => {
			const { ID, participants } = harness.sandbox.control.envelope({ status });
			return { json: { envelope: ID, participant: participants[0]?.ID } };
		});
		const parameters = {
			resource: 'participant',
			operation,
			envelopeId: byId('={{ $json.envelope }}'),
			participantId: byId('={{ $json.participant }}'),
			...more,
		};
		return await harness.engine.run(parameters, { items, onError });
	};

	it('stops at the item that fails and names it', async () => {
		const { error, items } = await run();
		expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 1 } });
		expect(items).toEqual([]);
	});

	it('goes on and answers the item that failed in its place', async () => {
		const { items } = await run('continueRegularOutput');
		expect(pairs(items)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(items.map(({ json }) => 'error' in json)).toEqual([false, true, false]);
		expect(items[1]?.json).toMatchObject({ details: { statusCode: 404 } });
	});

	it('goes on and sends the item that failed to the error output', async () => {
		const { items, errorItems } = await run('continueErrorOutput');
		expect(pairs(items)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(errorItems).toMatchObject([{ json: { details: { statusCode: 404 } } }]);
	});
});
