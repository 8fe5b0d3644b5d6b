import type { Route } from '../../nodes/ESignature/api';
import { byId, prepareGround } from '../support/ground';

const ground = prepareGround();
const ENVELOPE = '/sign/envelopes/{envelopeID}';

const LISTS: Array<[what: string, resource: string, operation: string, route: Route]> = [
	['documents', 'document', 'getAll', `GET ${ENVELOPE}/documents`],
	['documents', 'envelope', 'archive', `GET ${ENVELOPE}/documents`],
	['documents', 'envelope', 'send', `GET ${ENVELOPE}/documents`],
	['fields', 'field', 'getAll', `GET ${ENVELOPE}/documents/{documentID}/fields`],
	['participants', 'participant', 'getAll', `GET ${ENVELOPE}/participants`],
	['signing links', 'participant', 'getSigningUrls', `GET ${ENVELOPE}/participants/signing-urls`],
];

describe.each(LISTS)('a list of %s (%s %s)', (what, resource, operation, route) => {
	it.each([
		['counts more than it has', { total: 2 }, 'It counts 2 but returned 1.'],
		['counts less than it has', { total: 0 }, 'It counts 0 but returned 1.'],
		['points to a next page', { nextPage: 'b' }, 'It returned 1 and points to more.'],
	])('is refused when it %s', async (_, more, reason) => {
		const { ID, documents } = ground.sandbox.control.envelope({ status: 'sealed' });
		const body = JSON.stringify({ items: [{ ID, status: 'uploaded' }], ...more });
		ground.sandbox.faults.always(route, { kind: 'body', body });
		const { items, error } = await ground.engine.run({
			...{ resource, operation, include: ['sealed'] },
			...{ envelopeId: byId(ID), documentId: byId(documents[0]?.ID) },
		});
		expect(items).toEqual([]);
		expect(error?.message).toBe(`The service listed only a part of the ${what}`);
		expect(error?.description).toContain(reason);
	});
});
