import { groupBy } from '../nodes/ESignature/values/collections';
import { quotedIn, rowsOf } from '../test/contract/apiPage';
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
	/** What the nodes do if it differs, and the switch of the sandbox for this question. */
	concerns?: string;
	dialect?: string;
}

/** Why a run can never see it. */
const UNSEEN: Record<string, string> = {
	'token-rotation': 'The client secret would have to change during the run.',
	'list-scope': 'It takes a second application of the same account.',
	'box-origin': 'It takes a PDF with rotated or cropped pages and a person who looks at it.',
	'date-zone': 'It takes a person who signs around midnight.',
};
const SENDING = ['transitions', 'change-states', 'signing-url-lifetime', 'sealed-pdf'];

function reasonFor(id: string, section: string): string {
	if (section === 'Webhooks')
		return 'Webhooks are set up by hand in the administration of the service.';
	if (SENDING.includes(id))
		return 'It takes an envelope that is sent and signed: `npm run live -- --send me@example.com`.';
	return UNSEEN[id] ?? 'No answer showed it. If the run ended early, Trouble says why.';
}

const MAX_SAID = 4;

function inShort(about: Observation[]): string {
	const said = [...new Set(about.map(({ seen }) => seen))];
	const more = said.length > MAX_SAID ? [`and ${said.length - MAX_SAID} more`] : [];
	return [...said.slice(0, MAX_SAID), ...more].join('; ');
}

/** `times`: how often a difference must have been seen. Where faults occur, it must not be one. */
export function verdictsOf(observations: Observation[], times: number): Verdict[] {
	const questions = new Map(rowsOf('docs/api.md').map(({ cells: [id, text = ''] }) => [id, text]));
	return rowsOf('sandbox/ASSUMPTIONS.md').map(
		({ heading: section, cells: [name, assumed = '', concerns, dialect] }) => {
			const [id = ''] = quotedIn(name);
			const about = observations.filter((one) => one.id === id);
			// What was seen must never have been seen otherwise.
			const differing = groupBy(about, ({ group }) => group)
				.filter((group) => group.length >= times && !group.some(({ isAssumed }) => isAssumed))
				.flat();
			const line = { id, section, question: questions.get(name) ?? '', assumed };
			if (differing.length > 0) {
				const [named] = quotedIn(dialect);
				return { ...line, verdict: 'differs', seen: inShort(differing), concerns, dialect: named };
			}
			const assuming = about.filter(({ isAssumed }) => isAssumed);
			return assuming.length > 0
				? { ...line, verdict: 'as assumed', seen: inShort(assuming) }
				: { ...line, verdict: 'not observable', seen: inShort(about) || reasonFor(id, section) };
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
		.map(({ id, seen }) => `\`${id}\` was not always as assumed: ${seen}`);
