import fc from 'fast-check';

import { drawnDialects } from './dialects';
import { otherClientAct, faultPlan, type OtherClientAct, type FaultPlan } from './faultPlan';
import { OPERATIONS, type OperationName } from './intents';
import type { Drawn, Ended, World } from './world';

/** The users know how every item ended; the world is what really happened. */
export interface Results {
	ended: Ended[];
}

type Command = fc.AsyncCommand<Results, World>;

/** The service speaks like this from the first request to the last. */
class SetDialects implements Command {
	constructor(readonly dialects: string[]) {}

	check = () => true;

	async run(_results: Results, { sandbox }: World): Promise<void> {
		sandbox.dialects.set(this.dialects);
	}

	toString = () => `the service speaks ${this.dialects.join(', ')}`;
}

class Run implements Command {
	constructor(
		readonly executions: Drawn[],
		readonly faultPlan: FaultPlan,
	) {}

	check = () => true;

	async run(results: Results, world: World): Promise<void> {
		results.ended.push(...(await world.run(this.executions, this.faultPlan)));
	}

	toString = () => `run ${JSON.stringify(this.executions)} in ${JSON.stringify(this.faultPlan)}`;
}

class OtherClient implements Command {
	constructor(readonly act: OtherClientAct) {}

	check = () => true;

	async run(_results: Results, { service }: World): Promise<void> {
		service.act(this.act);
	}

	toString = () => `otherClient ${JSON.stringify(this.act)}`;
}

/** A late request takes effect between two runs. */
class LateEffects implements Command {
	check = () => true;

	async run(_results: Results, { service }: World): Promise<void> {
		await service.arrive();
	}

	toString = () => 'late effects arrive';
}

/** Operations that create something are the most dangerous. */
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

const execution: fc.Arbitrary<Drawn> = fc.record({
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

const anyTwo = fc.array(execution, { minLength: 1, maxLength: 2 });

/** Both create at the same time under the same names, so each could adopt what the other has made. */
const twoAlike = fc
	.tuple(
		fc.constantFrom<OperationName>('envelope: create', 'envelope: createAndSend'),
		execution,
		execution,
	)
	.map(([same, ...two]) => two.map((one) => ({ ...one, operation: same })));

const run: fc.Arbitrary<Command> = fc
	.tuple(fc.oneof({ weight: 3, arbitrary: anyTwo }, { weight: 1, arbitrary: twoAlike }), faultPlan)
	.map(([executions, around]) => new Run(executions, around));

/** Happens between two runs, or after the last one. */
const between = fc.oneof(
	otherClientAct.map((act): Command => new OtherClient(act)),
	fc.constant<Command>(new LateEffects()),
);

/** A few runs after each other, and what happens between them; at least one. */
export const commands: fc.Arbitrary<Command[]> = fc
	.tuple(drawnDialects, run, fc.commands([run, run, run, between], { maxCommands: 2, size: 'max' }))
	.map(([dialects, first, rest]) => [
		...(dialects.length > 0 ? [new SetDialects(dialects)] : []),
		first,
		...rest,
	]);
