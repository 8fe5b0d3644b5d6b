import { PDF } from '../../support/files';
import { pdf } from '../../support/samples';
import { Example } from '../support/example';
import { prepareHarness } from '../support/harness';
import { sendTaggedContract, taggedContract } from '../browser/taggedContract';

const harness = prepareHarness();

it('sends a contract to two people, with the fields that its tags name', async () => {
	const { status, participants, documents } = await sendTaggedContract(harness);

	expect(status).toBe('sent');
	const [landlord, tenant] = participants.map(({ ID }) => ID);
	const fields = documents.flatMap((one) => one.fields);
	expect(fields.map(({ type, participantID }) => [type, participantID]).sort()).toEqual(
		[
			['signature', landlord],
			['date', landlord],
			['signature', tenant],
			['date', tenant],
			['custom', tenant],
		].sort(),
	);
});

async function openForm() {
	await harness.sandbox.reset();
	const example = await Example.import(harness, 'contract-with-tags');
	await example.activate();
	const form = example.form('Contract Form');
	await form.page();
	return form;
}

it('tells the person at the form that a contract has no tags, and sends nothing', async () => {
	const { sandbox } = harness;
	const form = await openForm();
	const contract = new File([new Uint8Array(pdf())], 'contract.pdf', { type: PDF });
	const next = await form.submit(['ada@example.com', 'bob@example.com', contract]);
	const page = await form.end(next);

	expect(page).toContain('The contract was not sent');
	expect(page).toContain('tag');
	expect(sandbox.log.count('POST /sign/envelopes')).toBe(0);
});

it('tells the person at the form not to send a contract again that may have been sent', async () => {
	const { sandbox } = harness;
	const form = await openForm();
	let isSent = false;
	sandbox.faults.choose = ({ route }) => {
		if (isSent) return { kind: 'status', status: 503 };
		isSent = route === 'POST /sign/envelopes/{envelopeID}:send-for-signing';
		return isSent ? { kind: 'reset', applied: true } : undefined;
	};
	const people = ['ada@example.com', 'bob@example.com'];
	const page = await form.end(await form.submit([...people, taggedContract()]));
	sandbox.faults.choose = undefined;

	expect(page).toContain('It is not certain whether the contract was sent');
	expect(page).toContain('Do not send it again before someone has looked.');
	expect(page).not.toContain('The contract was not sent');
});
