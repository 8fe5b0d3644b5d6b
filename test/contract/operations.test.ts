import { operationList } from '../../checks/operationList';
import { ENDPOINTS, type Route } from '../../nodes/ESignature/api';
import { program } from '../support/program';
import { OPERATIONS } from './schemas';

const ENVELOPE = '/sign/envelopes/{envelopeID}';
const DOCUMENT = `${ENVELOPE}/documents/{documentID}` as const;
const ROUTES = Object.keys(ENDPOINTS).filter((route) => route !== 'POST /oauth/token') as Route[];

/** What each simple operation is there for. */
const MAIN: Record<string, Route> = {
	'envelope/cancel': `PUT ${ENVELOPE}:cancel`,
	'envelope/create': 'POST /sign/envelopes',
	'envelope/delete': `DELETE ${ENVELOPE}`,
	'envelope/downloadAuditTrail': `GET ${ENVELOPE}:download-audit-trail`,
	'envelope/downloadOriginal': `GET ${ENVELOPE}:download-original`,
	'envelope/downloadSealed': `GET ${ENVELOPE}:download-sealed`,
	'envelope/get': `GET ${ENVELOPE}`,
	'envelope/getAll': 'GET /sign/envelopes',
	'envelope/remind': `POST ${ENVELOPE}:send-reminders`,
	'envelope/send': `POST ${ENVELOPE}:send-for-signing`,
	'envelope/update': `PATCH ${ENVELOPE}`,
	'document/add': `POST ${ENVELOPE}/documents`,
	'document/delete': `DELETE ${DOCUMENT}`,
	'document/downloadSealed': `GET ${DOCUMENT}:download-sealed`,
	'document/get': `GET ${DOCUMENT}`,
	'document/getAll': `GET ${ENVELOPE}/documents`,
	'document/rename': `PATCH ${DOCUMENT}`,
	'document/reorder': `PUT ${ENVELOPE}/documents:reorder`,
	'participant/create': `POST ${ENVELOPE}/participants`,
	'participant/createMany': `POST ${ENVELOPE}/participants`,
	'participant/delete': `DELETE ${ENVELOPE}/participants/{participantID}`,
	'participant/getAll': `GET ${ENVELOPE}/participants`,
	'participant/getSigningUrls': `GET ${ENVELOPE}/participants/signing-urls`,
	'participant/update': `PATCH ${ENVELOPE}/participants/{participantID}`,
	'field/create': `POST ${DOCUMENT}/fields`,
	'field/createMany': `POST ${DOCUMENT}/fields`,
	'field/delete': `DELETE ${DOCUMENT}/fields/{fieldID}`,
	'field/getAll': `GET ${DOCUMENT}/fields`,
	'field/update': `PATCH ${DOCUMENT}/fields/{fieldID}`,
};

describe('the list of operations', () => {
	const list = operationList();
	const keyOf = ({ resource, operation }: (typeof list)[0]) => `${resource}/${operation}`;

	it('has every operation, each with an endpoint', () => {
		expect(list.map(keyOf)).toEqual(OPERATIONS);
		expect(list.filter(({ routes }) => routes.length === 0)).toEqual([]);
	});

	it('names all endpoints beside that of the token', () => {
		expect([...new Set(list.flatMap(({ routes }) => routes))].sort()).toEqual([...ROUTES].sort());
	});

	it('marks what acts through several endpoints', () => {
		const composite = list.filter((one) => one.composite).map(keyOf);

		expect(composite).toEqual(['envelope/createAndSend', 'envelope/downloadEvidence']);
	});

	it('begins each simple operation with its main endpoint', () => {
		const simple = list.filter((one) => !one.composite);

		expect(Object.fromEntries(simple.map((one) => [keyOf(one), one.routes[0]]))).toEqual(MAIN);
	});

	it('is printed, with the source of each endpoint', async () => {
		const printed = await program('checks/operations.ts', []);

		for (const { name } of list) expect(printed).toContain(`\n${name} (`);
		for (const route of ROUTES) {
			expect(printed).toContain(`  ${ENDPOINTS[route].source.padEnd(10)}  ${route}\n`);
		}
	});
});
