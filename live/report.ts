import { version } from '../package.json';
import { table } from '../test/contract/pages';
import { groupBy } from '../nodes/ESignature/values/collections';
import type { Cleaner } from './cleaner';
import { odditiesIn, verdictsOf, type Verdict } from './verdicts';
import { isTrouble, type Observation, type Visit } from './visit';

export interface Report {
	/** The day, for example 2026-07-01. */
	date: string;
	version: string;
	/** Whether an envelope was sent. */
	isSent: boolean;
	requests: number;
	seconds: number;
	/** Envelopes of ours that may still be there. */
	left: number;
	/** The switches of the sandbox that make it answer as this service does. */
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
	more: Pick<Report, 'date' | 'left'>,
	cleaner: Cleaner,
): Report {
	const { exchanges } = visit.recorder;
	const lost = exchanges.filter(({ answer }) => isTrouble(answer));
	const all = verdictsOf(observations, lost.length > 0 ? 2 : 1);
	const verdicts = all.map((one) => ({
		...one,
		seen: cleaner.prose(one.seen),
	}));
	const troubles = groupBy(lost, ({ route, answer }) => `${route} ${answer?.status}`).map((all) => {
		const [{ route, answer } = { route: undefined, answer: undefined }] = all;
		return `${route ?? 'A request'} got ${answer?.status ?? 'no whole answer'}, ${all.length} times.`;
	});
	const operations = groupBy(visit.runs, ({ operation }) => operation).map((runs) => ({
		operation: runs[0]?.operation ?? '',
		runs: runs.length,
		failed: runs.filter(({ error, isRefusal }) => error !== undefined && !isRefusal).length,
		milliseconds: Math.round(runs.reduce((sum, run) => sum + run.milliseconds, 0) / runs.length),
	}));
	const isSent = exchanges.some(
		({ route, answer }) => route?.endsWith(':send-for-signing') && Number(answer?.status) < 300,
	);
	const own = [...visit.troubles, ...odditiesIn(observations, all)];
	return {
		...more,
		version,
		isSent,
		requests: exchanges.length,
		seconds: Math.round(visit.seconds),
		dialects: [...new Set(verdicts.flatMap(({ dialects }) => dialects))],
		verdicts,
		operations,
		troubles: [...own.map((one) => cleaner.prose(one)), ...troubles],
	};
}

/** For a reader who knows the interface, but not this project. */
export function markdownOf(report: Report): string {
	const { date, version, isSent, requests, seconds, left, verdicts, operations, troubles } = report;
	const [differs, assumed, unseen] = (['differs', 'as assumed', 'not observable'] as const).map(
		(verdict) => verdicts.filter((one) => one.verdict === verdict),
	) as [Verdict[], Verdict[], Verdict[]];
	const about = ({ section, id }: Verdict) => `${section}: \`${id}\``;
	return `# The service as it was on ${date}

n8n-nodes-esignature ${version} sent ${requests} requests in ${seconds} seconds. ${isSent ? 'It sent one envelope to the person who started it.' : 'It sent no envelope to anybody.'} ${left === 0 ? 'Everything it made was removed.' : `**${left} envelopes may be left**: start it again, or delete those whose names begin with "n8n live test".`}

Each line is a question that the interface document leaves open. Its ID is that of [docs/api.md](../../../docs/api.md), which has the question, and of
[sandbox/ASSUMPTIONS.md](../../../sandbox/ASSUMPTIONS.md), which has what the project has assumed. Different: ${differs.length}. As assumed: ${assumed.length}. Not observable: ${unseen.length}.

## What differs

The *switch* is an option of the project's simulated service, the sandbox, that makes it answer like this.

${list(
	['About', 'Question', 'Assumed', 'Seen', 'What the nodes do then', 'Switch'],
	differs.map((one) => [
		about(one),
		one.question,
		one.assumed,
		one.seen,
		one.concerns ?? '',
		one.dialects.map((name) => `\`${name}\``).join(', ') || 'None yet',
	]),
)}

## As assumed

${list(
	['About', 'Question', 'Seen'],
	assumed.map((one) => [about(one), one.question, one.seen]),
)}

## Not observable

${list(
	['About', 'Question', 'Why'],
	unseen.map((one) => [about(one), one.question, one.seen]),
)}

## Operations of the node

${list(
	['Operation', 'Runs', 'Failed', 'Milliseconds per run'],
	operations.map(({ operation, runs, failed, milliseconds }) =>
		[operation, runs, failed, milliseconds].map(String),
	),
)}

## Trouble

${troubles.map((line) => `- ${line}`).join('\n') || 'None.'}
`;
}

const list = (head: string[], rows: string[][]): string =>
	rows.length > 0 ? table(head, rows) : 'Nothing.';
