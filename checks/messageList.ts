import { RESOURCES } from '../nodes/ESignature/actions';
import { POSSIBLE_IN } from '../nodes/ESignature/actions/envelope/refusals';
import { GENERAL, type Explanation } from '../nodes/ESignature/transport/apiError';
import { sources } from '../test/contract/repository';
import { isProse, stringsIn } from './sourceTexts';

const entry = (label: string, { message, again, advice, notDone }: Explanation) =>
	[`  ${label}  ${message}`, again, advice, notDone].filter(Boolean).join('\n        ');

const refusals = RESOURCES.flatMap(({ refusals: known = {} }) =>
	Object.entries(known).map(([route, texts]) =>
		[
			route,
			...Object.entries(texts).map(([status, text]) => entry(status, text as Explanation)),
		].join('\n'),
	),
);

const general = Object.entries(GENERAL).map(([status, text]) => entry(status, text));

/** Refusals stand above, as they are shown. */
const files = [...sources(['nodes', 'credentials'])]
	.filter(([path]) => !path.endsWith('refusals.ts'))
	.map(([path, text]) => ({ path, texts: [...new Set(stringsIn(text).filter(isProse))] }))
	.filter(({ texts }) => texts.length > 0)
	.map(({ path, texts }) => [path, ...texts.map((text) => `    ${text}`)].join('\n'));

const SECTIONS: Record<string, string[]> = {
	'Refused by the service, by endpoint': refusals,
	'Of all endpoints, by status or by what happened': general,
	'What is added to a refusal, by the status of the envelope': Object.entries(POSSIBLE_IN).map(
		([status, text]) => `'${status}'\n    ${text}`,
	),
	'Forms, inputs, and what the nodes themselves find, by file': files,
};

/** Every text that a user can meet, to be read through. */
export const messageList = (): string =>
	`{Braces} stand for what is known only when it happens.

${Object.entries(SECTIONS)
	.map(([title, parts]) => `${title}\n${'='.repeat(title.length)}\n\n${parts.join('\n\n')}\n`)
	.join('\n')}`;
