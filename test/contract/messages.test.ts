import { RESOURCES } from '../../nodes/ESignature/actions';
import { ENDPOINTS, type Route } from '../../nodes/ESignature/api';
import { textsOf } from '../../nodes/ESignature/core/form';
import {
	failureMessage,
	GENERAL,
	type Explanation,
} from '../../nodes/ESignature/transport/apiError';

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
