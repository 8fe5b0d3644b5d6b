import { version } from '../package.json';
import { groupBy } from '../nodes/ESignature/values/collections';
import { table } from '../test/contract/pages';
import type { Cleaner } from './cleaner';
import { MARK } from './removal';
import { odditiesIn, verdictsOf, type Verdict } from './verdicts';
import { isOfInterface, type Account, type Observation, type Visit } from './visit';

export interface Report {
	/** The day, for example 2026-07-01. */
	date: string;
	version: string;
	/** The service was on this machine: a simulation. */
	isLocal: boolean;
	/** Whether an envelope was sent. */
	isSent: boolean;
	requests: number;
	seconds: number;
	/** Envelopes of ours that may still be there. */
	left: number;
	/** The switches of the sandbox for what differs. */
	dialects: string[];
	verdicts: Verdict[];
	operations: Array<{ operation: string; runs: number; failed: number; milliseconds: number }>;
	/** What says nothing about the interface. */
	troubles: string[];
}

/** What a visit has shown, without anything that is secret or about somebody. */
export function reportOf(
	visit: Visit,
	observations: Observation[],
	left: number,
	account: Account,
	cleaner: Cleaner,
): Report {
	const { exchanges } = visit.recorder;
	const lost = exchanges
		.filter(({ answer }) => !isOfInterface(answer))
		.map(
			({ route = 'A request', answer }) => `${route} got ${answer?.status ?? 'no whole answer'}`,
		);
	const seen = verdictsOf(observations, lost.length > 0 ? 2 : 1);
	const verdicts = seen.map((one) => ({ ...one, seen: cleaner.prose(one.seen) }));
	const sending = exchanges.filter(({ route }) => route?.endsWith(':send-for-signing'));
	return {
		date: new Date().toISOString().slice(0, 10),
		left,
		version,
		isLocal: ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(account.baseUrl).hostname),
		isSent: sending.some(({ answer }) => Number(answer?.status) < 300),
		requests: exchanges.length,
		seconds: visit.seconds,
		dialects: [...new Set(verdicts.flatMap(({ dialect }) => dialect ?? []))],
		verdicts,
		operations: groupBy(visit.runs, ({ operation }) => operation).map((runs) => ({
			operation: String(runs[0]?.operation),
			runs: runs.length,
			failed: runs.filter(({ error, isRefusal }) => error !== undefined && !isRefusal).length,
			milliseconds: Math.round(runs.reduce((sum, run) => sum + run.milliseconds, 0) / runs.length),
		})),
		troubles: [
			...[...visit.troubles, ...odditiesIn(observations, seen)].map((one) => cleaner.prose(one)),
			...groupBy(lost, (line) => line).map((same) => `${same[0]}, ${same.length} times.`),
		],
	};
}

/** For a reader who knows the interface, but not this project. */
export function markdownOf(report: Report): string {
	const {
		date,
		version,
		isLocal,
		isSent,
		requests,
		seconds,
		left,
		verdicts,
		operations,
		troubles,
	} = report;
	const rowsOf = (verdict: Verdict['verdict'], cellsOf: (one: Verdict) => string[]) =>
		verdicts
			.filter((one) => one.verdict === verdict)
			.map((one) => [`${one.section}: \`${one.id}\``, one.question, ...cellsOf(one)]);
	const differing = rowsOf('differs', ({ assumed, seen, concerns = '', dialect }) => [
		assumed,
		seen,
		concerns,
		dialect ? `\`${dialect}\`` : 'None',
	]);
	const assumed = rowsOf('as assumed', ({ assumed, seen }) => [assumed, seen]);
	const unseen = rowsOf('not observable', ({ seen }) => [seen]);
	return `# The service as it was on ${date}

n8n-nodes-esignature ${version} sent ${requests} requests in ${seconds} seconds. ${isLocal ? '**The service was a simulation on this machine.** ' : ''}${isSent ? 'It sent one envelope to the person who started it.' : 'It sent no envelope to anybody.'} ${left === 0 ? 'Everything it made was removed.' : `**${left} envelopes may be left**: start it again, or delete those whose names begin with "${MARK}".`}

Each line is about something that the interface document leaves open, and that the project has assumed until now. The names are those of
[docs/api.md](../../../docs/api.md) and [sandbox/ASSUMPTIONS.md](../../../sandbox/ASSUMPTIONS.md). *Older description* means the publisher's OpenAPI file,
*second hand* what others have published. An answer is quoted with its status and, in parentheses, its title and detail; \`(ID)\` stands for any ID. Different: ${differing.length}. As assumed: ${assumed.length}. Not observable: ${unseen.length}.

## What differs

The last column is the option of the sandbox, the project's simulation of the service, that gives another answer to this question.

${list(['About', 'Open', 'Assumed', 'Seen', 'What the n8n nodes do then', 'Option'], differing)}

## As assumed

${list(['About', 'Open', 'Assumed', 'Seen'], assumed)}

## Not observable

${list(['About', 'Open', 'Why'], unseen)}

## Operations of the n8n node

Some were meant to be refused; those do not count as failed. *Create and Send* kept its draft.

${list(
	['Operation', 'Runs', 'Failed', 'Milliseconds per run'],
	operations.map((one) => Object.values(one).map(String)),
)}

## Trouble

What says nothing about the interface: failed requests, and what was seen once and not again.

${troubles.map((line) => `- ${line}`).join('\n') || 'None.'}
`;
}

const list = (head: string[], rows: string[][]): string =>
	rows.length > 0 ? table(head, rows) : 'Nothing.';
