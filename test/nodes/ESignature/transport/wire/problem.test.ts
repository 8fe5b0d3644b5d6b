import fc from 'fast-check';

import { readProblem } from '../../../../../nodes/ESignature/transport/wire/problem';
import { draws } from '../../../../support/draws';

const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const MEMBERS = ['type', 'title', 'detail', 'instance'] as const;

const keys = fc.oneof(
	fc.constantFrom('toString', 'valueOf', '__proto__', 'constructor', 'message', 'length', 'items'),
	fc.string({ unit: 'binary', maxLength: 120 }),
);
const values = fc.oneof(
	fc.jsonValue(),
	fc.string({ unit: 'binary', maxLength: 1_200 }),
	fc.dictionary(keys, fc.jsonValue(), { maxKeys: 60 }),
);
const members = fc.record(
	{
		...Object.fromEntries([...MEMBERS, 'status'].map((name) => [name, values])),
		error: values,
		error_description: values,
		validation_errors: values,
		retry_after: values,
		extensions: fc.oneof(
			values,
			fc.record({ retry_after: values, validation_errors: values }, { requiredKeys: [] }),
		),
	},
	{ requiredKeys: [] },
);
const bodies = fc.oneof(
	{ weight: 6, arbitrary: members.map((body) => JSON.stringify(body)) },
	{ weight: 2, arbitrary: fc.json() },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
	// Cut off somewhere.
	{ weight: 1, arbitrary: fc.tuple(fc.json(), fc.nat(50)).map(([text, at]) => text.slice(0, at)) },
);

/** What is wrong with the reading of a body; nothing, if all is well. */
function faultOf(body: string): string | undefined {
	try {
		const { validationErrors, retryAfter = 0, ...problem } = readProblem(body);
		const texts = [...MEMBERS.map((name) => problem[name] ?? ''), ...validationErrors.flat()];
		if (validationErrors.length > 50) return 'too many validation errors';
		if (texts.some((text) => typeof text !== 'string')) return 'no text';
		// Cut to what is shown only after secrets are taken out.
		if (texts.some((text) => text.length > 4_000)) return 'a text without end';
		if (texts.some((text) => HIDDEN.test(text))) return 'a hidden character';
		return Number.isFinite(retryAfter) && retryAfter >= 0 ? undefined : 'no time';
	} catch (error) {
		return String(error);
	}
}

const AB: Array<[string, string]> = [['a', 'b']];

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('an error body', () => {
	it('never raises an error of its own, and comes out bounded and printable', () => {
		fc.assert(
			fc.property(bodies, (body) => faultOf(body) === undefined),
			{ numRuns: draws(4_000) },
		);
	});

	it.each([
		['a number that cannot be one', '{"retry_after":{"toString":1,"valueOf":1}}'],
		['the same under extensions', '{"extensions":{"retry_after":{"toString":1,"valueOf":1}}}'],
		['a deep validation error', `{"validation_errors":{"email":${nested(30_000)}}}`],
		['a deep number', `{"retry_after":${nested(30_000)}}`],
		['a deep nothing', nested(30_000)],
		['a web page', `<html><body>${'<p>502</p>'.repeat(5_000)}</body></html>`],
		['sixty thousand characters', JSON.stringify({ detail: '\u202e\n'.repeat(30_000) })],
		['five thousand errors', JSON.stringify({ validation_errors: 'x'.repeat(5_000).split('') })],
		['a null', 'null'],
	])('with %s is read like any other', (_, body) => {
		expect(faultOf(body)).toBeUndefined();
	});

	it('is read member by member', () => {
		const body = {
			type: 'https://example.com/errors#400-bad-request',
			title: 'Bad Request',
			status: 400,
			detail: 'Request validation failed',
			instance: '/sign/envelopes/1',
			validation_errors: { 'items[0].email': 'must be an address', role: ['one', 'two'] },
		};

		expect(readProblem(JSON.stringify(body))).toEqual({
			type: body.type,
			title: 'Bad Request',
			detail: 'Request validation failed',
			instance: '/sign/envelopes/1',
			validationErrors: [
				['items[0].email', 'must be an address'],
				['role', 'one; two'],
			],
		});
	});

	it('may also be the one of the token endpoint, or carry its members under extensions', () => {
		expect(readProblem('{"error":"invalid_client"}').detail).toBe('invalid_client');
		expect(readProblem('{"error":"x","error_description":"Unknown client"}').detail).toBe(
			'Unknown client',
		);
		expect(
			readProblem('{"extensions":{"retry_after":7,"validation_errors":{"a":"b"}}}'),
		).toMatchObject({ retryAfter: 7, validationErrors: [['a', 'b']] });
	});

	it.each<[string, unknown, Array<[string, string]>]>([
		[
			'a list of texts',
			{ errors: ['one', 'two'] },
			[
				['', 'one'],
				['', 'two'],
			],
		],
		[
			'a list of fields and messages',
			{ errors: [{ field: 'items[1].email', message: 'is wrong' }] },
			[['items[1].email', 'is wrong']],
		],
		['pointers', { errors: [{ pointer: '#/name', detail: 'is long' }] }, [['#/name', 'is long']]],
		[
			'sources of pointers',
			{ errors: [{ source: { pointer: '/items/2' }, title: 'is wrong' }] },
			[['/items/2', 'is wrong']],
		],
		[
			'places in parts',
			{ errors: [{ loc: ['body', 'items', 2, 'email'], msg: 'is wrong' }] },
			[['body.items.2.email', 'is wrong']],
		],
		[
			'parameters that are invalid',
			{ 'invalid-params': [{ name: 'age', reason: 'is negative' }] },
			[['age', 'is negative']],
		],
		['lists by field', { errors: { Email: ['one', 'two'] } }, [['Email', 'one; two']]],
		[
			'errors at their places',
			{ validation_errors: { items: [{}, { email: ['is wrong'] }] } },
			[['items[1].email', 'is wrong']],
		],
		[
			'fields called like a part of an error',
			{ validation_errors: { name: 'is empty', message: 'is long' } },
			[
				['name', 'is empty'],
				['message', 'is long'],
			],
		],
		['extensions', { extensions: { errors: ['one'] } }, [['', 'one']]],
		['an error of its own', { error: { errors: [{ path: 'a', message: 'b' }] } }, [['a', 'b']]],
		['one text', { errors: 'one' }, [['', 'one']]],
		['details', { details: [{ field: 'a', message: 'b' }] }, [['a', 'b']]],
		[
			'details of an error',
			{ error: { message: 'c', details: [{ field: 'a', issue: 'x', description: 'b' }] } },
			[['a', 'b']],
		],
		['a list as detail', { detail: [{ loc: ['body', 'a'], msg: 'b' }] }, [['body.a', 'b']]],
		['a map as detail', { detail: { a: 'b', c: ['d', 'e'] } }, [...AB, ['c', 'd; e']]],
		['a map as message', { message: { a: ['b'] } }, AB],
		['a list as error', { error: [{ field: 'a', message: 'b' }] }, AB],
		['field violations', { field_violations: [{ field: 'a', description: 'b' }] }, AB],
		['nothing else', [{ field: 'a', message: 'b' }], [['a', 'b']]],
	])('may name its fields by %s', (_, body, expected) => {
		expect(readProblem(JSON.stringify(body)).validationErrors).toEqual(expected);
	});

	it.each<[string, string | undefined]>([
		['{"message":"Not today"}', 'Not today'],
		['{"Message":"Not today"}', 'Not today'],
		['{"message":["Not today","nor tomorrow"]}', 'Not today; nor tomorrow'],
		['{"error":{"message":"Not today"}}', 'Not today'],
		['{"error":"Bad Request","message":"Not today"}', 'Not today'],
		['{"message":"Not today","detail":"Never"}', 'Never'],
		['{"msg":"Not today"}', 'Not today'],
		['{"errmsg":"Not today","errcode":7}', 'Not today'],
		['{"error_message":"Not today"}', 'Not today'],
		['{"Error-Message":"Not today"}', 'Not today'],
		['{"error":"Not today"}', 'Not today'],
		['{"error":["Not today"]}', 'Not today'],
		['{"ERROR":{"Message":"Not today"}}', 'Not today'],
		['{"error":{"code":"E7","message":"Not today"}}', 'Not today'],
		['{"error":{"message":"Not today"},"code":"E7"}', 'Not today'],
		['{"error":"Bad Request","detail":{"message":"Not today"}}', 'Not today'],
		['{"detail":{"message":"Not today","code":"E7"}}', 'Not today'],
		['{"detail":{"error":{"msg":"Not today"}}}', 'Not today'],
		['{"details":"Not today"}', 'Not today'],
		['{"details":["Not today","nor tomorrow"]}', 'Not today; nor tomorrow'],
		['{"fault":{"faultstring":"Not today","detail":{"errorcode":"E7"}}}', 'Not today'],
		['{"fault":{"faultcode":"soap:Server"}}', 'soap:Server'],
		['{"status":{"message":"Not today"}}', 'Not today'],
		['{"status":"error","data":{"message":"Not today"}}', 'Not today'],
		['{"code":"E7"}', 'E7'],
		['"Not today"', 'Not today'],
		['Not today\n', 'Not today'],
		['', undefined],
		['<p>Not today</p>', undefined],
		['{"detail":"Not to', undefined],
		['PK\u0003\u0004\u0000\ufffd', undefined],
	])('says in %j what it has to say', (body, detail) => {
		expect(readProblem(body).detail).toBe(detail);
	});

	it.each([1_001, 5_000, 60_000])('is cut, not dropped, as a plain text of %d signs', (length) => {
		const { detail = '' } = readProblem(`Not today: ${'long '.repeat(length / 5)}`);
		expect(detail).toMatch(/^Not today: long long /);
		expect(detail.length).toBeLessThanOrEqual(4_000);
	});

	it('asks to retry later only with a number', () => {
		const asked = (value: string) =>
			readProblem(`{"extensions":{"retry_after":${value}}}`).retryAfter;

		expect(['7', '0', '2.5', '"7"'].map(asked)).toEqual([7, 0, 2.5, 7]);
		expect(['-1', 'null', '1e999', '"soon"', '{}'].map(asked)).toEqual(Array(5).fill(undefined));
		expect(['true', '[]', '[7]', '""'].map(asked)).toEqual(Array(4).fill(undefined));
	});

	it('keeps members of another type out', () => {
		expect(readProblem('{"detail":{"a":1},"title":7,"type":["x"],"instance":true}')).toEqual({
			validationErrors: [],
			foreign: true,
		});
	});

	it('does not touch the prototype of anything', () => {
		readProblem('{"__proto__":{"polluted":1},"validation_errors":{"__proto__":{"polluted":1}}}');

		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	});
});
