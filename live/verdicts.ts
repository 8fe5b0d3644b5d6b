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
	if (SENDING.includes(id)) return 'It takes a signature: `npm run live -- --send me@example.com`.';
	return UNSEEN[id] ?? 'The visit did not get that far.';
}

const MAX_SAID = 4;

const inShort = (said: string[]): string =>
	[
		...said.slice(0, MAX_SAID),
		...(said.length > MAX_SAID ? [`and ${said.length - MAX_SAID} more`] : []),
	].join('; ');

/** What was seen must never have been seen otherwise; `times`: where faults occur, it must not be one. */
const isDifference = (group: Observation[], times: number) =>
	group.length >= times && group.every(({ isAssumed }) => !isAssumed);

/** `times`: how often a difference must have been seen. */
export function verdictsOf(observations: Observation[], times: number): Verdict[] {
	const questions = new Map(rowsOf('docs/api.md').map(({ cells: [id, text = ''] }) => [id, text]));
	return rowsOf('sandbox/ASSUMPTIONS.md').map(
		({ heading: section, cells: [name, assumed = '', nodes = ''] }) => {
			const id = String(name).replaceAll('`', '');
			const about = observations.filter((one) => one.id === id);
			const groups = groupBy(about, ({ group }) => group);
			const differing = groups.filter((group) => isDifference(group, times)).flat();
			const assuming = about.filter(({ isAssumed }) => isAssumed);
			const said = [differing, assuming, about].find(({ length }) => length > 0) ?? [];
			const texts = [...new Set(said.map(({ seen }) => seen))];
			const verdict =
				differing.length > 0 ? 'differs' : assuming.length > 0 ? 'as assumed' : 'not observable';
			return {
				id,
				section,
				question: questions.get(name) ?? '',
				assumed,
				verdict,
				seen: inShort(texts) || reasonFor(id, section),
				dialects: [...new Set(differing.flatMap(({ dialect }) => dialect ?? []))],
				...(verdict === 'differs' && { concerns: nodes }),
			};
		},
	);
}

/** What was seen otherwise as well, among what does not differ. */
export const odditiesIn = (observations: Observation[], verdicts: Verdict[]): string[] =>
	observations
		.filter(
			({ id, isAssumed }) =>
				!isAssumed && !verdicts.some((one) => one.id === id && one.verdict === 'differs'),
		)
		.map(({ id, seen }) => `\`${id}\` was seen otherwise, but not each time: ${seen}`);
