import { groupBy } from '../nodes/ESignature/values/collections';
import { rowsOf } from '../test/contract/apiPage';
import type { Observation } from './visit';

/** One open question of docs/api.md with what was seen. */
export interface Verdict {
	id: string;
	section: string;
	question: string;
	/** What the sandbox answers. */
	assumed: string;
	verdict: 'as assumed' | 'differs' | 'not observable';
	seen: string;
	/** What the nodes do if it differs, and the switch of the sandbox for it. */
	concerns?: string;
	dialects: string[];
}

/** Why nothing can be seen. */
const UNSEEN: Record<string, string> = {
	'token-rotation': 'The client secret would have to be changed while it is used.',
	'list-scope': 'That takes a second application of the same account.',
	'list-page-size': 'The account has less than a page of envelopes.',
	'list-cursor': 'The account has less than a page of envelopes.',
	'box-origin': 'That takes a PDF with turned pages and a person who looks at it.',
	'date-zone': 'That takes a person who signs around midnight.',
	'rate-limits': 'The rate was limited, but not by which figures.',
	'rate-limit-hint': 'The rate was never limited.',
};
const SENDING = ['transitions', 'change-states', 'signing-url-lifetime', 'sealed-pdf'];

function reasonFor(id: string, section: string): string {
	if (section === 'Webhooks') return 'The address for events is entered by hand, not by the API.';
	if (SENDING.includes(id)) return 'Only with --send.';
	return UNSEEN[id] ?? 'The visit did not get that far.';
}

const MAX_SAID = 4;

const inShort = (said: string[]): string =>
	[
		...said.slice(0, MAX_SAID),
		...(said.length > MAX_SAID ? [`and ${said.length - MAX_SAID} more`] : []),
	].join('; ');

/** A difference counts if it was seen twice, and never the contrary of it: once, it may be a fault. */
const isDifference = (group: Observation[]) =>
	group.length > 1 && group.every(({ isAssumed }) => !isAssumed);

/** What was seen only once, or not each time. */
export const odditiesIn = (observations: Observation[]): string[] =>
	groupBy(observations, ({ id, group }) => `${id} ${group}`)
		.filter((group) => !isDifference(group))
		.flat()
		.filter(({ isAssumed }) => !isAssumed)
		.map(({ id, seen }) => `\`${id}\`: seen once, so it may be a fault: ${seen}`);

export function verdictsOf(observations: Observation[]): Verdict[] {
	const questions = new Map(rowsOf('docs/api.md').map(({ cells: [id, text = ''] }) => [id, text]));
	return rowsOf('sandbox/ASSUMPTIONS.md').map(
		({ heading: section, cells: [name, assumed = '', nodes = ''] }) => {
			const id = String(name).replaceAll('`', '');
			const about = observations.filter((one) => one.id === id);
			const groups = [...groupBy(about, ({ group }) => group).values()];
			const differing = groups.filter(isDifference).flat();
			const assuming = about.filter(({ isAssumed }) => isAssumed);
			const said = [
				...new Set((differing.length > 0 ? differing : assuming).map(({ seen }) => seen)),
			];
			const dialects = [...new Set(differing.flatMap(({ dialect }) => dialect ?? []))];
			const verdict =
				differing.length > 0 ? 'differs' : assuming.length > 0 ? 'as assumed' : 'not observable';
			return {
				...{ id, section, question: questions.get(name) ?? '', assumed, verdict, dialects },
				seen: inShort(said) || reasonFor(id, section),
				...(verdict === 'differs' && { concerns: nodes }),
			};
		},
	);
}
