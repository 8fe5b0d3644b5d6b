import { ENDPOINTS, type Route, type DocumentedIn } from '../../../../nodes/ESignature/api';

const routes = Object.keys(ENDPOINTS) as Route[];
const from = (source: DocumentedIn) => routes.filter((route) => ENDPOINTS[route].source === source);

describe('the table of endpoints', () => {
	it('lists the document first and the supplement after it', () => {
		expect(routes).toEqual([...from('contract'), ...from('supplement')]);
	});

	it('keeps the order of the document: token, fields, participants, envelopes, documents', () => {
		const topics = from('contract').map(topic);
		const turns = topics.filter((one, at) => one !== topics[at - 1]);

		expect(turns).toEqual(['token', 'fields', 'participants', 'envelopes', 'documents']);
	});

	it.each(routes)('writes %s as a verb and a path with named IDs only', (route) => {
		expect(route).toMatch(
			/^(GET|POST|PUT|PATCH|DELETE) \/(oauth|sign)(\/[a-z-]+|\/\{\w+ID\})+(:[a-z-]+)?$/,
		);
	});

	it('answers a deletion with nothing and a download with a file', () => {
		const answers = (part: RegExp) => [
			...new Set(routes.filter((route) => part.test(route)).map((r) => ENDPOINTS[r].answer)),
		];

		expect(answers(/^DELETE |:batch-delete$/)).toEqual(['nothing']);
		expect(answers(/:download-(sealed|original)$/).sort()).toEqual([
			'application/pdf',
			'application/zip',
		]);
		expect(ENDPOINTS['GET /sign/envelopes/{envelopeID}:download-audit-trail'].answer).toBe(
			'application/pdf',
		);
	});

	it('takes many at once only where fields and participants are made', () => {
		expect(routes.filter((route) => 'bulk' in ENDPOINTS[route])).toEqual([
			'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields',
			'POST /sign/envelopes/{envelopeID}/participants',
		]);
	});
});

function topic(route: Route): string {
	const path = route.replace(/\{\w+\}/g, '');
	if (path.includes('oauth')) return 'token';
	const found = ['fields', 'participants', 'documents'].find((word) => path.includes(`/${word}`));
	return found ?? 'envelopes';
}
