import type { JsonRoute } from '../../../../nodes/ESignature/api';
import { readReply } from '../../../../nodes/ESignature/transport/reply';

const ENVELOPE = '/sign/envelopes/{envelopeID}';
const FIELDS = `${ENVELOPE}/documents/{documentID}/fields` as const;
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map(
	(letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`,
) as [string, string, string, string];
const IDS: Record<string, string> = { envelopeID: A, documentID: B, fieldID: C, participantID: C };

const read = (
	route: JsonRoute,
	text: string,
	{ items = undefined as unknown[] | undefined, status = 200, mediaType = 'application/json' } = {},
) => {
	const path = route
		.slice(route.indexOf(' ') + 1)
		.replace(/\{(\w+)\}/g, (_, name: string) => IDS[name] ?? '');
	return readReply({ route, path, body: items && { items } }, { status, mediaType, text });
};
const GET = `GET ${ENVELOPE}` as const;
const LIST = `GET ${ENVELOPE}/participants` as const;
const CREATE = `POST ${ENVELOPE}/participants` as const;
const DELETE = `DELETE ${ENVELOPE}` as const;

describe('a reply about one thing', () => {
	it('is one object, in the spelling of the contract', () => {
		expect(read(GET, `{"id":"${A}","statue":"s","x":{"id":"b"}}`)).toEqual({
			value: { ID: A, status: 's', x: { id: 'b' } },
		});
	});

	it('may come as a list of one, and with a byte order mark', () => {
		expect(read(CREATE, `{"items":[{"ID":"${C}"}]}`)).toEqual({ value: { ID: C } });
		expect(read(CREATE, `\ufeff{"ID":"${C}"}`)).toEqual({ value: { ID: C } });
	});

	it('is not one of several', () => {
		expect(read(CREATE, `{"items":[{"ID":"${C}"},{"ID":"${D}"}]}`)).toEqual({
			reason: 'The response contains no ID.',
		});
	});

	it.each<[JsonRoute, string]>([
		[GET, A],
		[`PATCH ${ENVELOPE}`, A],
		[`PUT ${ENVELOPE}:cancel`, A],
		[`POST ${ENVELOPE}:send-for-signing`, A],
		[`GET ${ENVELOPE}/documents/{documentID}`, B],
		[`PATCH ${ENVELOPE}/documents/{documentID}`, B],
		[`PATCH ${FIELDS}/{fieldID}`, C],
		[`PATCH ${ENVELOPE}/participants/{participantID}`, C],
	])('is about what was asked for, in small letters or capitals (%s)', (route, ID) => {
		expect(read(route, JSON.stringify({ ID: ID.toUpperCase() }))).toEqual({
			value: { ID: ID.toUpperCase() },
		});
		expect(read(route, JSON.stringify({ ID: D }))).toEqual({
			reason: `The response is about ${D}, but ${ID} was requested.`,
		});
	});

	it('is about the document that was asked for, too', () => {
		const field = (documentID: string) => JSON.stringify({ ID: C, documentID });
		expect(read(`PATCH ${FIELDS}/{fieldID}`, field(B))).toHaveProperty('value');
		expect(read(`PATCH ${FIELDS}/{fieldID}`, field(D))).toHaveProperty('reason');
		expect(read(`GET ${FIELDS}`, `{"items":[${field(D)}]}`)).toHaveProperty('reason');
	});

	it.each(['documentID', 'documentId', 'document_id', 'envelopeID', 'EnvelopeId'])(
		'does not prove that something was created when its %s is another one',
		(key) => {
			const route = `POST ${FIELDS}` as const;
			const made = JSON.stringify({ ID: C, [key]: D });
			const doubt = {
				reason: expect.stringContaining(`The response is about ${D}, but `),
				unproven: true,
			};
			expect(read(route, made)).toEqual(doubt);
			expect(read(route, `{"items":[${made}]}`, { items: [{}] })).toEqual(doubt);
		},
	);

	it.each([
		['', 'The response is empty.'],
		['null', 'The response is not a JSON object.'],
		['[]', 'The response is not a JSON object.'],
		['7', 'The response is not a JSON object.'],
		['"text"', 'The response is not a JSON object.'],
		['<html>', 'The response is a web page, not an answer from the service.'],
		['{"a":1', 'The response is not JSON.'],
		['{}', 'The response contains no ID.'],
		['{"ID":""}', 'The response contains no ID.'],
		['{"ID":7}', 'The response contains no ID.'],
		['{"id":null,"name":"x"}', 'The response contains no ID.'],
	])('is not understood when it is %j, and says why', (text, reason) => {
		expect(read(GET, text)).toEqual({ reason });
	});
});

describe('a reply that lists', () => {
	it('has each of its things in one spelling', () => {
		const text = `{"items":[{"id":"a"},{"participantId":"b","Role":"CC"}],"total":2,"x":"kept"}`;
		const items = [{ ID: 'a' }, { ID: 'b', role: 'cc' }];
		expect(read(LIST, text)).toEqual({ value: { items, total: 2, x: 'kept' } });
	});

	it.each([
		'{}',
		'{"items":null}',
		'{"items":[]}',
		'{"total":0}',
		'{"Items":[]}',
		'{"labels":["a",null]}',
	])('is empty when it is %j', (text) =>
		expect(read(LIST, text)).toMatchObject({ value: { items: [] } }),
	);

	it('is empty when there is no content', () => {
		expect(read(LIST, '', { status: 204 })).toEqual({ value: { items: [] } });
		expect(read(LIST, '')).toEqual({ reason: 'The response is empty.' });
	});

	it.each([
		'{"items":{}}',
		'{"items":["a"]}',
		'{"items":[{"ID":"a"},[]]}',
		'{"items":[{"ID":"a"},{"name":"b"}]}',
		'{"data":[{"ID":"a"}]}',
		'{"error":"overloaded"}',
		'{"success":false}',
		'{"status":503,"title":"Unavailable"}',
		'[{"ID":"a"}]',
		'<html></html>',
	])('loses nothing: it is not understood when it is %j', (text) => {
		expect(read(LIST, text)).toHaveProperty('reason');
	});

	it('of signing links needs no IDs', () => {
		const text = '{"items":[{"userId":"u","signingUrl":"s"}]}';
		expect(read(`${LIST}/signing-urls`, text)).toEqual({ value: JSON.parse(text) as unknown });
	});

	it('what was created has an ID for each', () => {
		expect(read(CREATE, '{"items":[{"id":"a"}]}', { items: [{}] })).toEqual({
			value: { items: [{ ID: 'a' }] },
		});
		for (const text of ['{"items":[{"id":"a"},{"name":"b"}]}', '{}', '{"items":null}']) {
			expect(read(CREATE, text, { items: [{}] })).toHaveProperty('reason');
		}
	});

	it('does not touch the prototype of anything', () => {
		read(LIST, '{"__proto__":{"polluted":1},"items":[{"ID":"a","__proto__":{"polluted":1}}]}');
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	});
});

describe('a reply without a meaning of its own', () => {
	it.each([
		['', 'text/html'],
		['{}', 'application/json'],
		['{"deleted":true,"errors":[],"error":null}', 'application/json'],
		['null', 'application/json'],
		['true', 'text/html'],
		['OK', 'text/plain'],
		['The envelope was deleted.', ''],
	])('is success when it is %j (%s)', (text, mediaType) => {
		expect(read(DELETE, text, { mediaType })).toEqual({ value: undefined });
	});

	it.each([
		['<!DOCTYPE html><title>Sign in</title>', 'application/json'],
		['\n  <html></html>', ''],
		['Please sign in', 'text/html; charset=utf-8'],
		['ok', 'application/soap+xml'],
		['{}', 'application/problem+json'],
		['{"status":404,"title":"Not Found"}', 'application/json'],
		['{"status":"500"}', 'application/json'],
		['{"error":"locked"}', 'application/json'],
		['{"errors":[{"message":"locked"}]}', 'application/json'],
		['{"items":[{"ID":"a","status":404}]}', 'application/json'],
		['{"success":false}', 'application/json'],
		['{"items":["a"],"failed":["b"]}', 'application/json'],
		['false', 'application/json'],
		['Error: locked', 'text/plain'],
		['%PDF-1.7 \ufffd\ufffd', 'application/pdf'],
		['x'.repeat(300), 'text/plain'],
	])('is no success when it is %j (%s)', (text, mediaType) => {
		expect(read(DELETE, text, { mediaType })).toHaveProperty('reason');
	});

	it('reports an error when it lists what failed', () => {
		expect(read(DELETE, '{"failed":["b"]}')).toEqual({
			reason: 'The response has a status of success but reports an error.',
		});
	});

	it('repeats what the service says about it', () => {
		expect(read(DELETE, '{"status":409,"detail":"It is locked."}')).toEqual({
			reason: 'The response has a status of success but reports an error: It is locked.',
		});
	});

	it.each([206, 207])('is no success with the status %i, whatever the route', (status) => {
		expect(read(DELETE, '', { status })).toHaveProperty('reason');
		expect(read(GET, `{"ID":"${A}"}`, { status })).toHaveProperty('reason');
	});
});

describe('a reply to a deletion', () => {
	const BATCH = `POST ${FIELDS}:batch-delete` as const;
	const both = { items: [C, D] };

	it.each([200, 201, 203, 204])('without a body is success with the status %i', (status) => {
		expect(read(DELETE, '', { status })).toEqual({ value: undefined });
		expect(read(BATCH, '', { status, ...both })).toEqual({ value: undefined });
	});

	it('says no more than that it was accepted with the status 202, but for reminders', () => {
		for (const text of ['', '{}', `{"ID":"${A}","deleted":true}`]) {
			expect(read(DELETE, text, { status: 202 })).toMatchObject({ unproven: true });
		}
		const remind = `POST ${ENVELOPE}:send-reminders` as const;
		expect(read(remind, '', { status: 202 })).toEqual({ value: undefined });
		expect(read(remind, `{"ID":"${D}"}`)).toMatchObject({ unproven: true });
	});

	it.each([
		`{"ID":"${A.toUpperCase()}","name":"NDA","status":"deleted"}`,
		`{"deleted":["${A}"],"failed":[],"remaining":0}`,
		'{"message":"The envelope was deleted","requestId":"5"}',
		`{"data":{"envelopeId":"${A}"}}`,
		'{"deleted":1}',
		'1',
	])('proves it when it is %j', (text) => {
		expect(read(DELETE, text)).toEqual({ value: undefined });
	});

	it.each([
		`{"ID":"${D}"}`,
		`{"data":{"envelopeId":"${D}"}}`,
		`{"deleted":"${D}"}`,
		`{"deleted":["${D}"]}`,
		'{"items":[]}',
		'{"name":"Other"}',
		`{"ID":"${A}","status":"drafted"}`,
		'{"status":"queued"}',
		'{"accepted":true}',
		'{"deleted":0}',
		'{"remaining":1}',
		'"Scheduled for deletion"',
		'0',
	])('does not prove it when it is %j', (text) => {
		expect(read(DELETE, text)).toMatchObject({ unproven: true });
	});

	it.each([
		[`{"items":["${D}","${C.toUpperCase()}"]}`, true],
		[`{"deleted":[{"fieldId":"${D}"},{"id":"${C}"}]}`, true],
		['{"count":2}', true],
		['{}', true],
		[`{"items":["${C}"]}`, false],
		[`{"items":["${C}","${A}"]}`, false],
		[`{"items":["${C}","${D}"],"notFound":["${D}"]}`, false],
		[`{"ID":"${C}"}`, false],
		['{"count":1}', false],
	])('to several names all of them, if any: %s', (text, proves) => {
		expect('value' in read(BATCH, text, both)).toBe(proves);
	});
});
