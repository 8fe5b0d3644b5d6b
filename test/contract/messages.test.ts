import { messageList } from '../../checks/messageList';
import { isProse, stringsIn } from '../../checks/sourceTexts';
import { RESOURCES } from '../../nodes/ESignature/actions';
import { POSSIBLE_IN } from '../../nodes/ESignature/actions/envelope/refusals';
import { ENDPOINTS, type Route } from '../../nodes/ESignature/api';
import { textsOf } from '../../nodes/ESignature/core/form';
import {
	failureMessage,
	GENERAL,
	type Explanation,
} from '../../nodes/ESignature/transport/apiError';
import { printedBy } from '../support/program';
import { read, sources } from './repository';

const TEXTS = textsOf(RESOURCES);
const MESSAGES = TEXTS.refusals ?? {};
const ENVELOPE = '/sign/envelopes/{envelopeID}';
const DOCUMENT = `${ENVELOPE}/documents/{documentID}` as const;
const PARTICIPANTS = `${ENVELOPE}/participants` as const;

/** The errors that the document lists for each endpoint, then those of the supplement. */
const DOCUMENTED: Array<[Route, number[]]> = [
	[`POST ${DOCUMENT}/fields`, [400, 401, 404, 422]],
	[`POST ${DOCUMENT}/fields:batch-delete`, [401, 404]],
	[`DELETE ${DOCUMENT}/fields/{fieldID}`, [401, 404]],
	[`POST ${PARTICIPANTS}`, [400, 401, 404]],
	[`GET ${PARTICIPANTS}`, [401, 404]],
	[`PATCH ${PARTICIPANTS}/{participantID}`, [400, 401, 404]],
	[`GET ${ENVELOPE}`, [401, 404]],
	[`PUT ${ENVELOPE}:cancel`, [401, 403, 404, 409]],
	[`DELETE ${ENVELOPE}`, [400, 401, 403, 404, 500]],
	[`GET ${ENVELOPE}:download-sealed`, [401, 404, 409]],
	[`GET ${ENVELOPE}:download-audit-trail`, [401, 404]],
	[`GET ${ENVELOPE}/documents`, [401, 404]],
	[`GET ${DOCUMENT}`, [401, 404]],
	[`GET ${DOCUMENT}:download-sealed`, [401, 404, 409]],

	[`PATCH ${ENVELOPE}`, [409]],
	[`POST ${ENVELOPE}:send-for-signing`, [409]],
	[`POST ${ENVELOPE}:send-reminders`, [409]],
	[`POST ${ENVELOPE}/documents`, [409, 413, 415, 422]],
	[`PUT ${ENVELOPE}/documents:reorder`, [409]],
	[`PATCH ${DOCUMENT}`, [409]],
	[`DELETE ${DOCUMENT}`, [409]],
	[`GET ${PARTICIPANTS}/signing-urls`, [409]],
];

const errors = DOCUMENTED.flatMap(([route, statuses]) =>
	statuses.map((status): [number, Route] => [status, route]),
);

const shownFor = (route: Route, status: number): Explanation =>
	failureMessage(route, { kind: 'refused', status, problem: { validationErrors: [] } }, TEXTS);

describe('a documented error', () => {
	it.each(errors)('%d of %s has a message and an advice', (status, route) => {
		// The token is the same for all endpoints; everything else is said in words of the endpoint.
		const wanted = status === 401 ? GENERAL[401] : MESSAGES[route]?.[status];

		expect(wanted).toBeDefined();
		expect(shownFor(route, status)).toEqual(wanted);
		expect(wanted?.message.trim()).not.toBe('');
		expect(wanted?.advice.trim()).not.toBe('');
	});
});

it('an endpoint about an envelope has words of its own for one that is not there', () => {
	const about = (Object.keys(ENDPOINTS) as Route[]).filter((route) =>
		route.includes('{envelopeID}'),
	);

	expect(about.length).toBeGreaterThan(20);
	expect(about.filter((route) => MESSAGES[route]?.[404] === undefined)).toEqual([]);
});

describe('the list of messages', () => {
	const printed = messageList();

	it('is what npm run messages prints', async () => {
		expect(await printedBy('checks/messages.ts')).toBe(printed);
	});

	it('puts plain words in braces, not names of the source', () => {
		const names = printed
			.split('\n')
			// The heading of a table of refusals is the route itself.
			.filter((line) => !/^[A-Z]+ \//.test(line))
			.flatMap((line) => [...line.matchAll(/\{([^{}]*)\}/g)].map(([, words = '']) => words));

		expect(names.length).toBeGreaterThan(50);
		expect(names.filter((words) => /[a-z][A-Z]|[_()]|^(Math|form|call)\b/.test(words))).toEqual([]);
	});

	it('has each text of the tables, and what can be done in each status of an envelope', () => {
		const texts: Array<Explanation | undefined> = [...Object.values(MESSAGES), GENERAL].flatMap(
			(table) => Object.values(table),
		);
		const missing = texts.filter(
			(text) =>
				!printed.includes(
					`${['', text?.message].join('  ')}\n${[text?.again, text?.advice, text?.notDone]
						.filter(Boolean)
						.map((line) => `        ${line}\n`)
						.join('')}`,
				),
		);

		expect(missing).toEqual([]);
		for (const text of Object.values(POSSIBLE_IN)) expect(printed).toContain(`\n    ${text}\n`);
	});

	it('speaks to people: no words that only a programmer knows, no codes of the network', () => {
		const jargon = /\b(payload|schema|enum|null|undefined|socket|boolean|array|E[A-Z]{5,})\b/;

		expect(printed.split('\n').filter((line) => jargon.test(line))).toEqual([]);
		expect('The payload is null (ECONNRESET)').toMatch(jargon);
	});

	it('is spelled as n8n spells, and so are the pages for users; names of the contract stay', () => {
		const british =
			/(authori|customi|normali|organi|recogni|summari|synchroni)s|(behavi|col|fav|neighb)our|centre|metre\b|\bgrey\b|labelled|\bany more[.,:;]|(?<!')\bcancell/;
		const pages = [...sources(['docs'], ['.md']).values(), read('README.md'), read('CHANGELOG.md')];
		const lines = [printed, ...pages].flatMap((text) => text.replace(/`[^`]*`/g, '').split('\n'));

		expect(lines.filter((line) => british.test(line))).toEqual([]);
		expect('if n8n did not recognise it').toMatch(british);
		expect('an envelope that was cancelled').toMatch(british);
		expect("an envelope with the status 'cancelled'").not.toMatch(british);
	});

	it.each([
		['a check of a text', "the '{input}' is empty"],
		['a failure on the way', 'the service did not respond in time'],
		['a file that is damaged', 'it is not a pdf'],
		['a sentence on signing in', "the '{label}' of the e-signature credential is empty"],
		['an input check', "the 'access code' is empty"],
		['a published limit', 'published limits are 4 to 32 characters for an access code'],
		['a check of an ID', 'the {name} is not a valid id'],
		['a limit of a whole run', 'more than {most} participants for one envelope'],
		['a line that is added', 'it is not known whether the service carried out this step.'],
		['an answer to an event', 'the request could not be authenticated.'],
		['a reason why an event has to wait', 'the credential of this node could not be read.'],
		['a reason why an envelope is missing', 'the service did not return the envelope in time.'],
		['a note on a composite', 'the draft was deleted.'],
		['the name of an input', 'max concurrency'],
	])('has %s', (_, text) => {
		expect(printed.toLowerCase()).toContain(text);
	});
});

describe('the texts of a source', () => {
	it('are its strings, with what is not known yet in braces', () => {
		const text =
			"import a from 'a b'; // 'c d'\nf('It is', `At most ${LIMITS.participantsPerEnvelope}`, `Is ${b.c}.`)";

		expect(stringsIn(text)).toEqual(['It is', 'At most 200', 'Is {b c}.']);
	});

	it.each([
		['It is so.', true],
		["'{label}' must be a number", true],
		['not given', true],
		['GET /sign/envelopes', false],
		['envelopeId', false],
		['={{ $json.ID }}', false],
	])('are for people: %s', (text, wanted) => {
		expect(isProse(text)).toBe(wanted);
	});
});
