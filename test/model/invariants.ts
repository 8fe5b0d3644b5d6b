import type { Ledger, Thing } from './ledger';
import type { ItemOutcome } from './outcome';
import type { Intent } from './intents';
import type { Ended } from './world';

type Does = Intent['does'];
type Of<D extends Does> = Ended & { intent: Extract<Intent, { does: D }> };
type Found = Array<string | false>;
type Rule<D extends Does> = (ended: Of<D>, ledger: Ledger, all: Ended[]) => Found;

const alive = ({ removed }: Thing) => !removed;
const ownTwins = (things: Thing[]) => things.filter(({ twin }) => twin).length;
const IDs = ({ outputs }: Ended) => outputs.map(({ json }) => String(json.ID));
const by = (name: string) => (thing: Thing) => thing.maker.by === name;

/** How an item ended as a whole: one unknown part makes it unknown. */
export const outcome = ({ outcomes }: Ended): ItemOutcome =>
	(['unknown', 'notDone'] as const).find((one) => outcomes.includes(one)) ?? 'done';

const isA =
	<D extends Does>(...does: D[]) =>
	(ended: Ended): ended is Of<D> =>
		(does as Does[]).includes(ended.intent.does);

/** Envelopes of an execution with a name, and the items that asked for it; empty envelopes have no other mark. */
function envelopesFor(
	{ execution, intent }: Of<'creates' | 'composes'>,
	ledger: Ledger,
	all: Ended[],
) {
	const asked = all
		.filter(isA('creates', 'composes'))
		.filter((other) => other.execution === execution && other.intent.name === intent.name);
	const made = ledger.find(
		(thing) =>
			thing.kind === 'envelope' && by(execution)(thing) && thing.mark.includes(intent.name),
	);
	return { made, perhaps: asked.filter((other) => outcome(other) !== 'notDone').length };
}

/** The remaining envelopes of an execution can only belong to items that were not told "not done". */
function notMoreThanAsked(ended: Of<'creates' | 'composes'>, ledger: Ledger, all: Ended[]): Found {
	const { made, perhaps } = envelopesFor(ended, ledger, all);
	// The other client may take a draft over by sending it: then it is no longer ours to delete.
	const takenOver = (thing: Thing) =>
		ledger.changes.some(
			({ envelopeID, status, by: who }) =>
				envelopeID === thing.ID && status === 'sent' && who.by === 'otherClient',
		);
	// The error names a draft that could not be deleted, so that the user can delete it.
	const named = (thing: Thing) =>
		all.some(
			(other) =>
				other.execution === ended.execution &&
				outcome(other) !== 'done' &&
				other.text.toLowerCase().includes(thing.ID),
		);
	const left = made.filter((thing) => alive(thing) && !takenOver(thing) && !named(thing));
	return [
		left.length - ownTwins(made) > perhaps &&
			`exists too often: ${left.length} envelopes, ${ownTwins(made)} doubled by the service, ${perhaps} items that may have one`,
	];
}

/** An envelope that an item names was made by its own execution, and no other item names it. */
function ownEnvelope(ended: Of<'creates' | 'composes'>, ledger: Ledger, all: Ended[]): Found {
	if (outcome(ended) !== 'done') return [];
	const [ID = ''] = IDs(ended);
	const thing = ledger.things.get(ID);
	const others = all
		.filter(isA('creates', 'composes'))
		.filter((other) => other !== ended && outcome(other) === 'done' && IDs(other).includes(ID));
	return [
		(!thing || thing.kind !== 'envelope') && `done, but there never was an envelope ${ID}`,
		thing !== undefined &&
			!by(ended.execution)(thing) &&
			`adopted: the envelope ${ID} was made by ${thing.maker.by}`,
		others.length > 0 &&
			`adopted: the envelope ${ID} is also the one of ${others.map(nameOf).join(', ')}`,
	];
}

const RULES: { [D in Does]: Array<Rule<D>> } = {
	creates: [
		notMoreThanAsked,
		ownEnvelope,
		(ended, ledger) => {
			const thing = ledger.things.get(IDs(ended)[0] ?? '');
			return [
				outcome(ended) === 'done' &&
					thing !== undefined &&
					!thing.maker.delivered &&
					'adopted: the answer that names this envelope was never given',
			];
		},
	],

	composes: [
		notMoreThanAsked,
		ownEnvelope,
		(ended, ledger) => {
			const { intent, execution } = ended;
			const sends = ledger.changes.filter(
				({ status, content, by: who }) =>
					status === 'sent' &&
					who.by === execution &&
					content.some(({ mark }) => intent.marks.includes(mark)),
			);
			const [ID] = IDs(ended);
			const result = outcome(ended);
			return [
				sends.length > 1 && `sent ${sends.length} times`,
				sends.length > 0 && result === 'notDone' && 'sent, but reported as not done',
				...sends.flatMap((send) => strangersIn(send, intent.marks, execution, ledger)),
				result === 'done' &&
					intent.send &&
					!ledger.changes.some(
						({ envelopeID, status, at }) =>
							envelopeID === ID && status === 'sent' && at <= ended.at,
					) &&
					'reported as sent, but it was not',
			];
		},
	],

	adds: [
		({ intent, execution }, ledger) =>
			intent.marks.map((mark) => {
				const own = ledger.find((thing) => by(execution)(thing) && thing.mark === mark);
				const count = own.filter(alive).length;
				return count - ownTwins(own) > 1 && `exists ${count} times: ${intent.kind} ${mark}`;
			}),
		(ended, ledger) => {
			const { intent, execution } = ended;
			if (outcome(ended) !== 'done') {
				const left = ledger.find(
					(thing) => by(execution)(thing) && intent.marks.includes(thing.mark) && alive(thing),
				);
				return [
					outcome(ended) === 'notDone' &&
						left.length > ownTwins(left) &&
						`reported as not done, but there is a ${intent.kind}: ${left[0]?.mark}`,
				];
			}
			return IDs(ended).map((ID, row) => {
				const thing = ledger.things.get(ID);
				if (!thing) return `done, but there never was a ${intent.kind} ${ID}`;
				if (thing.mark !== intent.marks[row]) return `adopted: ${ID} is ${thing.mark}`;
				if (by(execution)(thing)) return false;
				// The same in every respect, and said to have been found by reading: see docs/internals.md.
				const isTwin = ledger.exactTwins.has(ID);
				if (isTwin && ended.outputs[row]?.json.reconciled === true) return false;
				// Skip Existing names who is there in that role, even if another client added them.
				const skipped = intent.skipExisting && thing.role === intent.role;
				return !skipped && `adopted: ${ID} was made by ${thing.maker.by}`;
			});
		},
	],

	deletes: [
		(ended, ledger) => {
			const { intent, execution, at } = ended;
			const thing = ledger.things.get(intent.ID);
			const result = outcome(ended);
			return [
				// After a lost answer, what is not there counts as deleted.
				result === 'done' &&
					!thing &&
					!ended.outputs.every(({ json }) => json.reconciled === true) &&
					'reported as deleted, but it never existed',
				result === 'done' &&
					thing !== undefined &&
					!(thing.removed && thing.removed.at <= at) &&
					'reported as deleted, but it was there',
				result === 'notDone' &&
					thing?.removed?.by.by === execution &&
					'deleted, but reported as not done',
			];
		},
	],

	sends: [(ended, ledger) => reaches(ended, ended.intent.envelopeID, 'sent', ledger)],
	cancels: [(ended, ledger) => reaches(ended, ended.intent.envelopeID, 'cancelled', ledger)],

	reminds: [
		(ended, ledger) => {
			const { intent, execution } = ended;
			const requests = ledger.of(execution, ({ path }) =>
				path.toLowerCase().includes(`${intent.envelopeID}:send-reminders`),
			);
			const applied = requests.filter((one) => one.applied > 0).length;
			return [
				applied > 1 && `reminded ${applied} times`,
				outcome(ended) === 'done' &&
					applied === 0 &&
					'reported as reminded, but no reminder was sent',
				outcome(ended) === 'notDone' && applied > 0 && 'reminded, but reported as not done',
			];
		},
	],

	changes: [
		(ended, ledger) => {
			const { intent, execution, isApplied } = ended;
			const applied = ledger.of(
				execution,
				(sent) =>
					sent.path.toLowerCase() === intent.path &&
					sent.applied > 0 &&
					JSON.stringify(sent.body ?? {}).includes(intent.mark),
			);
			return [
				outcome(ended) === 'done' &&
					!isApplied &&
					applied.length === 0 &&
					'reported as changed, but it was not',
				outcome(ended) === 'notDone' && applied.length > 0 && 'changed, but reported as not done',
			];
		},
	],
};

/** Content of an envelope when it is sent that its item did not put there. */
function strangersIn(
	{ envelopeID, content, at }: Ledger['changes'][number],
	marks: string[],
	execution: string,
	ledger: Ledger,
): string[] {
	return content
		.filter(({ kind }) => kind === 'document' || kind === 'participant')
		.filter((thing) => !by(execution)(thing) || thing.twin || !marks.includes(thing.mark))
		.filter((thing) => {
			const list = ledger.shown.get(`${execution} ${envelopeID} ${thing.kind}s`);
			const lastOwn = Math.max(
				0,
				...content
					.filter((one) => one.kind === thing.kind && by(execution)(one) && !one.twin)
					.map(({ made }) => made),
			);
			// It came after the last read-back, or the service did not show it.
			const looked = list !== undefined && list.at > lastOwn && list.at < at;
			return !looked || list.IDs.has(thing.ID);
		})
		.map(
			({ kind, mark, maker, twin }) =>
				`sent with a ${kind} of another client: ${mark}, made by ${maker.by}${twin ? ', doubled by the service' : ''}`,
		);
}

function reaches(ended: Ended, envelopeID: string, state: string, ledger: Ledger) {
	const reached = ledger.changes.filter(
		(change) => change.envelopeID === envelopeID && change.status === state,
	);
	return [
		outcome(ended) === 'done' &&
			!reached.some(({ at }) => at <= ended.at) &&
			`reported as ${state}, but it was not`,
		outcome(ended) === 'notDone' &&
			reached.some(({ by: who }) => who.by === ended.execution) &&
			`${state}, but reported as not done`,
	];
}

/** An answer for every item, paired with it; and where to look when it is not known what happened. */
function answered(ended: Ended, ledger: Ledger): Found {
	const { intent, outputs, text, paired, execution } = ended;
	const result = outcome(ended);
	// An envelope that the item has made itself is a place, too.
	const own = ['creates', 'composes'].includes(intent.does);
	const envelopes = own ? ledger.find((one) => one.kind === 'envelope' && by(execution)(one)) : [];
	const places = [...intent.places, ...envelopes.map(({ ID }) => ID)];
	return [
		outputs.length !== (result === 'done' ? intent.outputs : 1) && `${outputs.length} outputs`,
		!paired && 'an output is not paired with an item',
		result === 'unknown' &&
			!places.some((place) => text.toLowerCase().includes(place.toLowerCase())) &&
			`unknown without a place to look: ${text.slice(0, 300)}`,
	];
}

const nameOf = ({ execution, item, operation }: Ended) => `${operation} ${execution}, item ${item}`;

/** All violations, one line each. */
export function violationsOf(all: Ended[], ledger: Ledger): string[] {
	return all.flatMap((ended) => {
		const rules = RULES[ended.intent.does] as Array<Rule<Does>>;
		const found = [
			...answered(ended, ledger),
			...rules.flatMap((rule) => rule(ended as Of<Does>, ledger, all)),
		];
		return found
			.filter((line): line is string => line !== false)
			.map((line) => `${nameOf(ended)}: ${line} (result: ${outcome(ended)})`);
	});
}
