import fc from 'fast-check';

import { foreignAct, inTime, weather, type ForeignAct, type Weather } from './weather';
import { OPERATIONS, type OperationName } from './wishes';
import type { Drawn, Ended, World } from './world';

/** What the users know: how every item ended. The world is what really happened. */
export interface Told {
	ended: Ended[];
}

type Command = fc.AsyncCommand<Told, World>;

class Run implements Command {
	constructor(
		readonly executions: Drawn[],
		readonly weather: Weather,
	) {}

	check = () => true;

	async run(told: Told, world: World): Promise<void> {
		told.ended.push(...(await world.run(this.executions, this.weather)));
	}

	toString = () => `run ${JSON.stringify(this.executions)} in ${JSON.stringify(this.weather)}`;
}

class ForeignWriter implements Command {
	constructor(readonly act: ForeignAct) {}

	check = () => true;

	async run(_told: Told, { service }: World): Promise<void> {
		service.act(this.act);
	}

	toString = () => `foreign ${JSON.stringify(this.act)}`;
}

/** What was answered long ago takes effect between two runs. */
class LateEffects implements Command {
	check = () => true;

	async run(_told: Told, { service }: World): Promise<void> {
		await service.arrive();
	}

	toString = () => 'late effects arrive';
}

/** What makes something new is the most dangerous. */
const OFTEN: Partial<Record<OperationName, number>> = {
	'envelope: create': 3,
	'envelope: createAndSend': 6,
	'document: add': 2,
	'participant: create': 2,
	'participant: createMany': 3,
	'participant: createMany, skipping': 2,
	'field: createMany': 3,
};

const operation = fc.oneof(
	...(Object.keys(OPERATIONS) as OperationName[]).map((name) => ({
		weight: OFTEN[name] ?? 1,
		arbitrary: fc.constant(name),
	})),
);

/** What n8n's Retry On Fail may run again without making anything twice; any other step is simply made again by it. */
const SAFE_TO_RETRY: OperationName[] = [
	'envelope: create',
	'envelope: createAndSend',
	'document: add',
	'participant: create',
	'participant: createMany',
	'participant: createMany, skipping',
	'field: createMany',
];

const drawn: fc.Arbitrary<Drawn> = fc.record({
	operation,
	draws: fc.array(
		fc.record({ pick: fc.nat({ max: 11 }), rows: fc.constantFrom(1, 2), on: fc.boolean() }),
		{ minLength: 1, maxLength: 3 },
	),
	onError: fc.constantFrom(
		'continueRegularOutput',
		'continueRegularOutput',
		'continueErrorOutput',
		'stopWorkflow',
	),
	tries: fc.constantFrom(1, 1, 1, 2, 3),
});

const execution = drawn.map((one) =>
	SAFE_TO_RETRY.includes(one.operation) ? one : { ...one, tries: 1 },
);

const anyTwo = fc.array(execution, { minLength: 1, maxLength: 2 });

/** Both create at once and under the same names: each could take the other's for its own. */
const twoAlike = fc
	.tuple(
		fc.constantFrom<OperationName>('envelope: create', 'envelope: createAndSend'),
		execution,
		execution,
	)
	.map(([same, ...two]) => two.map((one) => ({ ...one, operation: same, tries: 1 })));

const run: fc.Arbitrary<Command> = fc
	.tuple(fc.oneof({ weight: 3, arbitrary: anyTwo }, { weight: 1, arbitrary: twoAlike }), weather)
	.map(([executions, around]) => {
		// With a list that lags behind, nothing could tell a second try that the first one has worked.
		const retried = executions.some(({ tries }) => tries > 1);
		return new Run(executions, retried ? inTime(around) : around);
	});

/** What happens between two runs, or after the last one. */
const between = fc.oneof(
	foreignAct.map((act): Command => new ForeignWriter(act)),
	fc.constant<Command>(new LateEffects()),
);

/** A few runs after each other, with whatever happens between them; never nothing at all. */
export const commands: fc.Arbitrary<Command[]> = fc
	.tuple(run, fc.commands([run, run, run, between], { maxCommands: 2, size: 'max' }))
	.map(([first, rest]) => [first, ...rest]);
