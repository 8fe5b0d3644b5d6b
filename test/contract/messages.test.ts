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

/** What the interface document and its supplement list for each endpoint, beside 401 and 404. */
const DOCUMENTED: Array<[Route, number[]]> = [
	[`POST ${DOCUMENT}/fields`, [400, 422]],
	[`POST ${PARTICIPANTS}`, [400]],
	[`PATCH ${PARTICIPANTS}/{participantID}`, [400]],
	[`PUT ${ENVELOPE}:cancel`, [403, 409]],
	[`DELETE ${ENVELOPE}`, [400, 403, 500]],
	[`GET ${ENVELOPE}:download-sealed`, [409]],
	[`GET ${DOCUMENT}:download-sealed`, [409]],
	[`PATCH ${ENVELOPE}`, [409]],
	[`POST ${ENVELOPE}:send-for-signing`, [409]],
	[`POST ${ENVELOPE}:send-reminders`, [409]],
	[`POST ${ENVELOPE}/documents`, [409, 413, 415, 422]],
	[`PUT ${ENVELOPE}/documents:reorder`, [409]],
	[`PATCH ${DOCUMENT}`, [409]],
	[`DELETE ${DOCUMENT}`, [409]],
	[`GET ${PARTICIPANTS}/signing-urls`, [409]],
];

const shownFor = (route: Route, status: number): Explanation =>
	failureMessage(route, { kind: 'refused', status, problem: { validationErrors: [] } }, TEXTS);

it('every documented error has a message and an advice of its endpoint, which are shown', () => {
	for (const [route, statuses] of DOCUMENTED) {
		for (const status of statuses) {
			const texts = MESSAGES[route]?.[status];

			expect([
				route,
				status,
				texts?.message.trim() || '',
				texts?.advice.trim() || '',
			]).not.toContain('');
			expect(shownFor(route, status)).toEqual(texts);
		}
	}
});

it('a rejected token is explained in the same words at all endpoints', () => {
	expect(shownFor(`GET ${ENVELOPE}`, 401)).toEqual(GENERAL[401]);
});

it('an endpoint about an envelope has words of its own for one that is not there', () => {
	const about = (Object.keys(ENDPOINTS) as Route[]).filter((route) =>
		route.includes('{envelopeID}'),
	);

	expect(about.length).toBeGreaterThan(20);
	expect(about.filter((route) => MESSAGES[route]?.[404] === undefined)).toEqual([]);
});
