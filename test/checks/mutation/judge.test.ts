import { judge, type Runner } from '../../../checks/mutation/judge';
import { NO_MUTANT, type Answer, type Job } from '../../../checks/mutation/lane';
import { mutantAt } from './sample';

const mutant = mutantAt('nodes/a.ts', 7);

const test = (file: string, work = 1) => ({
	file,
	hash: '',
	passed: true,
	ms: work,
	work,
	reached: [mutant.id],
});

class FakeLane implements Runner {
	readonly jobs: Job[] = [];
	renewed = 0;

	constructor(
		public isDirty: boolean,
		private readonly outcomeOf: (job: Job, lane: FakeLane) => Answer['outcome'],
	) {}

	async run(job: Job): Promise<Answer> {
		this.jobs.push(job);
		const outcome = this.outcomeOf(job, this);
		return { outcome, test: outcome === 'failed' ? 'a title' : '', ms: 1, work: 1, reached: [] };
	}

	renew(): void {
		this.renewed += 1;
		this.isDirty = false;
	}
}

describe('a mutant', () => {
	it('is killed by the first test file that fails, and the rest is not run', async () => {
		const lane = new FakeLane(false, ({ file }) => (file === 'b' ? 'failed' : 'passed'));

		const verdict = await judge(
			mutant,
			['a', 'b', 'c'].map((file) => test(file)),
			lane,
			100,
		);

		expect(verdict).toMatchObject({ killed: true, by: 'b: a title', ran: 2, reaching: 3 });
		expect(lane.jobs.map(({ file }) => file)).toEqual(['a', 'b']);
	});

	it('survives if every test passes', async () => {
		const lane = new FakeLane(false, () => 'passed');

		expect(await judge(mutant, [test('a'), test('b')], lane, 100)).toMatchObject({
			killed: false,
			ran: 2,
		});
	});

	it('survives if no test reaches it', async () => {
		const lane = new FakeLane(false, () => 'failed');

		expect(await judge(mutant, [], lane, 100)).toMatchObject({ killed: false, reaching: 0 });
	});

	it.each(['late', 'crashed'] as const)('is killed if the tests are %s', async (outcome) => {
		const lane = new FakeLane(false, () => outcome);

		expect(await judge(mutant, [test('a')], lane, 100)).toMatchObject({
			killed: true,
			by: `a: ${outcome}`,
		});
	});

	it('meets only as many tests as the time allows, but always the first three', async () => {
		const lane = new FakeLane(false, () => 'passed');
		const long = ['first', 'second', 'third'].map((file) => test(file, 500));
		const short = ['a', 'b', 'c'].map((file) => test(file, 20));

		expect(await judge(mutant, [...long, test('fourth', 1)], lane, 100)).toMatchObject({ ran: 3 });
		expect(await judge(mutant, [...short, test('d', 40)], lane, 100)).toMatchObject({ ran: 4 });
		expect(await judge(mutant, [...short, test('d', 41)], lane, 100)).toMatchObject({ ran: 3 });
		expect(lane.jobs.slice(0, 3).map(({ file }) => file)).toEqual(['first', 'second', 'third']);
	});
});

describe('a failure in a process in which tests have failed before', () => {
	it('counts if the test passes there without the mutant', async () => {
		const lane = new FakeLane(true, (job) => (job.mutant === NO_MUTANT ? 'passed' : 'failed'));

		expect(await judge(mutant, [test('a')], lane, 100)).toMatchObject({ killed: true });
		expect(lane.jobs[1]).toEqual({ mutant: NO_MUTANT, file: 'a', only: 'a title' });
		expect(lane.renewed).toBe(0);
	});

	it.each(['failed', 'crashed'] as const)(
		'does not count if the process was to blame: %s',
		async (outcome) => {
			const lane = new FakeLane(true, (_, { isDirty }) => (isDirty ? outcome : 'passed'));

			expect(await judge(mutant, [test('a')], lane, 100)).toMatchObject({ killed: false });
			expect(lane.renewed).toBe(1);
		},
	);

	it('counts if it happens again in a new process', async () => {
		const lane = new FakeLane(true, () => 'failed');

		expect(await judge(mutant, [test('a')], lane, 100)).toMatchObject({ killed: true });
		expect(lane.renewed).toBe(1);
	});
});
