import type { EnvelopeFixture } from '../../../sandbox';
import { Example } from '../support/example';
import { prepareGround } from '../support/ground';

const ground = prepareGround();
const REMIND = 'POST /sign/envelopes/{envelopeID}:send-reminders';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const waiting = (days: number, status: EnvelopeFixture['status'] = 'sent') =>
	ground.sandbox.control.envelope({
		status,
		createdAt: daysAgo(days + 1),
		lastModifiedAt: daysAgo(days),
	}).ID;

const remindedEnvelopes = () =>
	ground.sandbox.log.requests
		.filter(({ route }) => route === REMIND)
		.map(({ path }) => path.split('/').at(-1)?.split(':')[0])
		.sort();

beforeEach(async () => await ground.sandbox.reset());

it('reminds once of what has waited for three days, and of nothing else', async () => {
	const late = [waiting(3.1), waiting(40)];
	waiting(2.9);
	waiting(10, 'drafted');
	waiting(10, 'sealed');
	const example = await Example.import(ground, 'remind-after-three-days');
	const first = await example.run();
	expect([first.status, first.error]).toEqual(['success', undefined]);
	expect(remindedEnvelopes()).toEqual([...late].sort());
	expect(first.json('Reminded')).toHaveLength(2);

	await example.run();
	expect(remindedEnvelopes()).toHaveLength(2);
});

it('waits as long as the settings say', async () => {
	waiting(6);
	const late = waiting(8);
	const example = await Example.import(ground, 'remind-after-three-days', {
		settings: { days: 7 },
	});
	await example.run();
	expect(remindedEnvelopes()).toEqual([late]);
});

it('hands on what was refused, with the reason, and reminds the others', async () => {
	const late = [waiting(4), waiting(5)];
	const example = await Example.import(ground, 'remind-after-three-days');
	ground.sandbox.faults.next(REMIND, { kind: 'status', status: 409 });
	const { status, ...run } = await example.run().then((execution) => ({
		status: execution.status,
		reminded: execution.json('Reminded'),
		refused: execution.json('Not Reminded'),
	}));
	expect(status).toBe('success');
	expect(run.reminded).toHaveLength(1);
	expect(run.refused).toMatchObject([{ error: expect.any(String), details: { statusCode: 409 } }]);
	const ids = [run.reminded[0]?.envelopeID, run.refused[0]?.ID];
	expect(ids.sort()).toEqual([...late].sort());
});
