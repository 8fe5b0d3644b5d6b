import { RESOURCES } from '../../nodes/ESignature/actions';
import { ENDPOINTS, TOKEN_ROUTE, type Route } from '../../nodes/ESignature/api';
import { textsOf } from '../../nodes/ESignature/core/form';
import type { Failure } from '../../nodes/ESignature/errors/failure';
import { GENERAL, requestError } from '../../nodes/ESignature/errors/sentences';
import { publishedEndpoints } from './apiPage';

const TEXTS = textsOf(RESOURCES);
const MESSAGES = TEXTS.refusals ?? {};
const ENVELOPE = '/sign/envelopes/{envelopeID}';

function shownFor(route: Route, status: number) {
	const failure: Failure = { kind: 'refused', status, problem: { validationErrors: [] } };
	const { message, advice } = requestError(route, failure, { texts: TEXTS, redact: String });
	return { message, advice };
}

it('every documented error has a message and an advice of its endpoint, which are shown', () => {
	for (const { route, errors } of publishedEndpoints().filter((one) => one.route !== TOKEN_ROUTE)) {
		for (const status of errors) {
			const texts = MESSAGES[route]?.[status];

			expect([
				route,
				status,
				texts?.message.trim() || '',
				texts?.advice.trim() || '',
			]).not.toContain('');
			expect(texts).toMatchObject(shownFor(route, status));
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
