import type { Route } from '../../nodes/ESignature/api';
import type { Fault } from '../../sandbox';
import { byId, prepareHarness } from '../support/harness';
import { skipPauses } from './skipPauses';

skipPauses();
const harness = prepareHarness();
const ENVELOPE = '/sign/envelopes/{envelopeID}';
const FIELDS = `${ENVELOPE}/documents/{documentID}/fields`;
const OTHER = '22222222-2222-4222-8222-222222222222';

const page: Fault = {
	kind: 'body',
	body: '<!DOCTYPE html><html><title>Sign in</title></html>',
	contentType: 'text/html; charset=utf-8',
};

function draft(status: 'drafted' | 'sent' = 'drafted') {
	const envelope = harness.sandbox.control.envelope({
		status,
		participants: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
		fields: true,
	});
	const [document] = envelope.documents;
	return {
		envelope,
		IDs: {
			envelopeId: byId(envelope.ID),
			documentId: byId(document?.ID),
			participantId: byId('={{ $json.participant }}'),
			fieldId: byId('={{ $json.field }}'),
		},
		items: [0, 1].map((n) => ({
			json: {
				participant: envelope.participants[n]?.ID ?? '',
				field: document?.fields[n]?.ID ?? '',
			},
		})),
	};
}

describe('a web page with the status 200', () => {
	it.each<[resource: string, operation: string, items: number, route: string]>([
		['envelope', 'remind', 1, `POST ${ENVELOPE}:send-reminders`],
		['participant', 'delete', 2, `POST ${ENVELOPE}/participants:batch-delete`],
		['field', 'delete', 1, `DELETE ${FIELDS}/{fieldID}`],
	])('is no success (%s %s, %i items)', async (resource, operation, count, route) => {
		const { IDs, items: given } = draft(operation === 'remind' ? 'sent' : 'drafted');
		harness.sandbox.faults.always(route as Route, page);
		const { items, error } = await harness.engine.run(
			{ resource, operation, ...IDs },
			{ items: given.slice(0, count) },
		);
		expect(items).toEqual([]);
		expect(error?.message).toBe('The service sent a response that could not be understood');
		expect(error?.description).toContain(
			'The response is a web page, not an answer from the service.',
		);
		expect(harness.sandbox.log.count(route as Route)).toBeGreaterThan(0);
	});
});

describe('an answer about something else than was asked for', () => {
	it.each<[resource: string, operation: string, route: string]>([
		['envelope', 'get', `GET ${ENVELOPE}`],
		['document', 'get', `GET ${ENVELOPE}/documents/{documentID}`],
	])('is no answer, and both are named (%s %s)', async (resource, operation, route) => {
		const { envelope, IDs } = draft();
		const asked = resource === 'document' ? envelope.documents[0]?.ID : envelope.ID;
		const body = JSON.stringify({ ID: OTHER, name: 'n', status: 'sealed' });
		harness.sandbox.faults.always(route as Route, { kind: 'body', body });
		const { items, error } = await harness.engine.run({
			resource,
			operation,
			include: ['sealed'],
			envelopeId: IDs.envelopeId,
			documentId: IDs.documentId,
		});
		expect(items).toEqual([]);
		expect(error?.description).toContain(
			`The response is about ${OTHER}, but ${asked} was requested.`,
		);
	});

	it('is asked for again: the next answer may be the right one', async () => {
		const { envelope, IDs } = draft();
		const body = JSON.stringify({ ID: OTHER, name: 'n', status: 'sealed' });
		harness.sandbox.faults.next(`GET ${ENVELOPE}`, { kind: 'body', body });
		const { items } = await harness.engine.run({
			resource: 'envelope',
			operation: 'get',
			envelopeId: IDs.envelopeId,
		});
		expect(items[0]?.json).toMatchObject({ ID: envelope.ID });
	});
});
