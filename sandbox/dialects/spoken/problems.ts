import { isObject, onProblems, without, withJson } from '../changes';
import type { Answered, Dialect } from '../dialect';

/** Stands where a dialect says what is wrong: a user must find it in the error. */
export const SAID = 'said by the service';
const NAMED = 'SaidByTheService';

const FREE = 'Errors: the table names the keys; which of them are always there is not said';
const INDEX =
	'Errors, validation_errors: "map of field name to message"; how an entry of a bulk request is named is not said';
const SUPPLEMENT =
	'Supplement: "`validation_errors` may stand at the top level or under `extensions`. `type` is sometimes a URL, sometimes a bare name"';

const detailOf = (problem: Record<string, unknown>) => `${String(problem.detail)} (${SAID})`;
const errorsOf = (problem: Record<string, unknown>) =>
	Object.entries(isObject(problem.validation_errors) ? problem.validation_errors : {});

const listOf = (problem: Record<string, unknown>) => {
	const listed = errorsOf(problem).map(([key, message]) => ({
		pointer: pointer(key),
		detail: `${String(message)} (${SAID})`,
	}));
	return listed.length > 0 ? listed : [{ detail: detailOf(problem) }];
};

/** `items[2].email`, in the words of others. */
const pointer = (key: string) => `/${key.replace(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}`;

const spelt = (spell: (key: string) => string) =>
	onProblems((problem, answered) => {
		const entries = errorsOf(problem).map(([key, message]) => [spell(key), message]);
		const detail = String(problem.detail).replace(/items\[\d+\][\w.]*/g, spell);
		const errors = entries.length > 0 && { validation_errors: Object.fromEntries(entries) };
		return withJson(answered, { ...problem, detail, ...errors });
	});

const shaped = (shape: (problem: Record<string, unknown>) => unknown) =>
	onProblems((problem, answered) => withJson(answered, shape(problem)));

const inPlainText = (answered: Answered, problem: Record<string, unknown>): Answered => ({
	...answered,
	headers: { ...answered.headers, 'Content-Type': 'text/plain' },
	body: { kind: 'text', text: detailOf(problem) },
});

export const problems: Dialect[] = [
	...(
		[
			[
				'problem-title-only',
				'a title and a status',
				FREE,
				({ status }) => ({ title: `Not possible, ${SAID}`, status }),
			],
			[
				'problem-bare-type',
				'a bare name as `type`, and nothing else',
				SUPPLEMENT,
				() => ({ type: NAMED }),
			],
			[
				'problem-errors',
				'a list of `errors`',
				FREE,
				(problem) => ({
					...without(problem, 'detail', 'validation_errors'),
					errors: listOf(problem),
				}),
			],
			[
				'problem-extensions',
				'what is wrong under `extensions`',
				SUPPLEMENT,
				(problem) => ({
					...without(problem, 'validation_errors'),
					detail: detailOf(problem),
					extensions: { validation_errors: problem.validation_errors ?? {} },
				}),
			],
			[
				'problem-extensions-errors',
				'a list of `errors` under `extensions`',
				SUPPLEMENT,
				(problem) => ({
					...without(problem, 'detail', 'validation_errors'),
					extensions: { errors: listOf(problem) },
				}),
			],
			[
				'problem-message',
				'a `message` in place of all that',
				FREE,
				(problem) => ({ message: detailOf(problem) }),
			],
		] as Array<[string, string, string, (problem: Record<string, unknown>) => unknown]>
	).map(([name, what, leftOpenBy, shape]) => ({
		name,
		changes: `Refusals have ${what}`,
		leftOpenBy,
		group: 'problem',
		answer: shaped(shape),
	})),
	{
		name: 'problem-text',
		changes: 'Refusals are plain text',
		leftOpenBy: 'Errors: what answers in front of the service, such as a gateway, is not said',
		group: 'problem',
		answer: onProblems((problem, answered) => inPlainText(answered, problem)),
	},
	...(
		[
			['problem-index-pointer', '`/items/2/email`', pointer],
			['problem-index-path', '`$.items[2].email`', (key) => `$.${key}`],
			[
				'problem-index-capital',
				'`Items[2].Email`',
				(key) => key.replace(/(^|\.)[a-z]/g, (first) => first.toUpperCase()),
			],
			['problem-index-bare', '`[2].email`', (key) => key.replace(/^items/, '')],
		] as Array<[string, string, (key: string) => string]>
	).map(([name, how, spell]) => ({
		name,
		changes: `Refusals of bulk requests name an entry as ${how}`,
		leftOpenBy: INDEX,
		group: 'problem',
		answer: spelt(spell),
	})),
	{
		name: 'unauthorized-own-body',
		changes: 'A 401 is not a problem but `{"error":"token_expired"}`, with WWW-Authenticate',
		leftOpenBy:
			'Authentication: "A missing or invalid Authorization header gives 401"; its body is not said there',
		answer: (answered, { route }) =>
			answered.status === 401 && route !== 'POST /oauth/token'
				? {
						...answered,
						headers: {
							'Content-Type': 'application/json',
							'WWW-Authenticate': 'Bearer error="invalid_token"',
						},
						body: { kind: 'json', value: { error: 'token_expired' } },
					}
				: answered,
	},
];
