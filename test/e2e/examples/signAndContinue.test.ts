import { hasEnded } from '../../../host/execution';
import type { Sandbox } from '../../../sandbox';
import { entriesOf } from '../../support/ends';
import { Contracts, REPORTS, sentTo } from '../support/contracts';
import { prepareGround } from '../support/ground';
import { runsOf } from '../support/record';
import { until } from '../support/until';

const ground = prepareGround();
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
/** A minute, so that a draft is sent before it is over. */
const SOON = 1 / 1440;
const MINUTES = 60_000;

beforeEach(async () => await ground.sandbox.reset());

/** Whether the run of an envelope is asleep. */
const sleeps = async ({ example }: Contracts, owner: string) =>
	(await runsOf(ground.host, example.id)).some(
		({ id, status }) => id === owner && status === 'waiting',
	);

/** Sends three contracts; returns their IDs when their runs are asleep. */
async function asleep(contracts: Contracts, people: string[]): Promise<[string, string, string]> {
	await contracts.send(people);
	const ids = await Promise.all(people.map(async (email) => await sentTo(ground.sandbox, email)));
	for (const ID of ids) {
		const { owner } = await until('its row', async () => await contracts.row(ID));
		await until('it sleeps', async () => await sleeps(contracts, owner));
	}
	return ids as [string, string, string];
}

const allOver = async ({ example }: Contracts) =>
	await until('all runs are over', async () =>
		(await runsOf(ground.host, example.id)).every(({ status }) => hasEnded(status)),
	);

const signerOf = ({ control }: Sandbox, ID: string) => control.get(ID).participants[0]?.ID ?? '';

/** Three contracts, each with another end; how the runs went on behind the wait. */
async function threeEnds(contracts: Contracts): Promise<string[]> {
	const { control } = ground.sandbox;
	const people = ['signs@example.com', 'declines@example.com', 'waits@example.com'];
	const [signed, declined, cancelled] = await asleep(contracts, people);
	control.signAll(signed);
	await until('it is sealed', () => control.get(signed).status === 'sealed');
	control.decline(declined, signerOf(ground.sandbox, declined));
	control.act('PUT /sign/envelopes/{envelopeID}:cancel', { ids: { envelopeID: cancelled } });
	expect(await contracts.done(signed)).toMatchObject({ end: 'signed' });
	expect(await contracts.done(declined)).toMatchObject({ end: 'declined' });
	expect(await contracts.done(cancelled)).toMatchObject({ end: 'expired' });
	await allOver(contracts);
	return await branchesOf(contracts);
}

/** How the runs went on behind the wait: each entry of a branch. */
async function branchesOf({ example }: Contracts): Promise<string[]> {
	const runs = await runsOf(ground.host, example.id);
	expect(runs.filter(({ status }) => status !== 'success')).toEqual([]);
	const ended = await Promise.all(runs.map(async ({ id }) => await ground.host.execution(id)));
	return ended.flatMap((run) => entriesOf(run).map(({ branch }) => branch)).sort();
}

it('goes on behind the wait when the service reports, on the branch that the status shows', async () => {
	const { sandbox } = ground;
	const contracts = await Contracts.publish(ground, { lookEveryMinutes: 600 });
	sandbox.control.setWebhook({ url: contracts.webhook, twice: true });
	expect(await threeEnds(contracts)).toEqual(['Declined', 'Expired', 'Signed']);
});

it(
	'goes on behind the wait when a poll finds several that have ended, without any webhook',
	async () => {
		const { host } = ground;
		const contracts = await Contracts.publishPolled(ground, { lookEveryMinutes: 600 });
		expect(await threeEnds(contracts)).toEqual(['Declined', 'Expired', 'Signed']);
		await until('the runs of the polls are over', async () =>
			(await runsOf(host, contracts.events.id)).every(({ status }) => hasEnded(status)),
		);
		const polls = await runsOf(host, contracts.events.id);
		const found = await Promise.all(
			polls.map(async ({ id }) => (await host.execution(id)).items(REPORTS).length),
		);
		expect(found.reduce((sum, one) => sum + one, 0)).toBe(3);
		// Two of them at least came with one poll: the second of its items has to find its own row.
		expect(Math.max(...found)).toBeGreaterThan(1);
	},
	10 * MINUTES,
);

it('goes on also if the last signature comes before it sleeps', async () => {
	const { sandbox } = ground;
	const contracts = await Contracts.publish(ground, { lookEveryMinutes: 600 });
	sandbox.control.setWebhook({ url: contracts.webhook });
	await contracts.send(['quick@example.com']);
	const ID = await sentTo(sandbox, 'quick@example.com');
	sandbox.control.signAll(ID);

	expect(await contracts.done(ID)).toMatchObject({ end: 'signed' });
});

it(
	'looks by itself when no report comes, and cancels what is not signed in time',
	async () => {
		const { sandbox } = ground;
		const patient = await Contracts.publish(ground, { lookEveryMinutes: 1 });
		const hasty = await Contracts.publish(ground, { lookEveryMinutes: 1, daysToSign: SOON });
		await patient.send(['signs@example.com']);
		await hasty.send(['waits@example.com']);
		const signed = await sentTo(sandbox, 'signs@example.com');
		const late = await sentTo(sandbox, 'waits@example.com');
		sandbox.control.signAll(signed);

		expect(await patient.done(signed)).toMatchObject({ end: 'signed' });
		expect(await hasty.done(late)).toMatchObject({ end: 'expired' });
		expect(sandbox.control.get(late).status).toBe('cancelled');
	},
	10 * MINUTES,
);

it('takes over the envelope of a run that is no more, and sends a draft that it had not sent', async () => {
	const { sandbox, host } = ground;
	const contracts = await Contracts.publish(ground, { lookEveryMinutes: 0 }, { graceMinutes: -1 });
	sandbox.faults.next(SEND, { kind: 'status', status: 400 });
	await contracts.send(['late@example.com']);
	const [failed] = await until('the run has failed', async () => {
		const runs = await runsOf(host, contracts.example.id);
		return runs.some(({ status }) => status === 'error') && runs;
	});
	const [row] = (await contracts.rows()).filter(({ owner }) => owner === failed?.id);
	expect(sandbox.control.get(row?.envelopeId ?? '').status).toBe('drafted');

	await contracts.events.run();
	expect(await sentTo(sandbox, 'late@example.com')).toBe(row?.envelopeId);
	expect((await contracts.row(row?.envelopeId ?? ''))?.owner).not.toBe(failed?.id);
});

it('removes the row of an envelope that has ended, after its days, and no other one', async () => {
	const { sandbox } = ground;
	// Its own steps are due at once, so that its days are over when it ends.
	const hasty = { lookEveryMinutes: 600, hoursForYourSteps: 0 };
	const contracts = await Contracts.publish(ground, hasty, { daysToKeep: 0 });
	const patient = await Contracts.publish(ground, hasty);
	sandbox.control.setWebhook({ url: contracts.webhook });
	const [ended, , waiting] = await asleep(contracts, [
		'signs@example.com',
		'reads@example.com',
		'waits@example.com',
	]);
	sandbox.control.signAll(ended);
	await contracts.done(ended);

	expect((await patient.events.run()).error).toBeUndefined();
	expect(await contracts.row(ended)).toMatchObject({ end: 'signed', done: true });
	const run = await contracts.events.run();
	expect(run.error).toBeUndefined();
	expect(run.json('Forget').map(({ envelopeId }) => envelopeId)).toContain(ended);
	expect(await contracts.row(ended)).toBeUndefined();
	expect(await contracts.row(waiting)).toMatchObject({ done: false });
});
