import type { JsonRoute } from '../../../../nodes/ESignature/api';
import {
	normalize,
	readReply,
	header,
	readBody,
	type RawReply,
	readProblem,
	readRetryAfter,
} from '../../../../nodes/ESignature/transport/reply';

const ID = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const ids = { envelopeID: ID, documentID: ID };

const read = (
	route: JsonRoute,
	body: unknown,
	{ status = 200, sent = undefined as unknown } = {},
) =>
	readReply(
		{ route, ids, body: sent },
		{ status, text: typeof body === 'string' ? body : JSON.stringify(body) },
	);

const GET = 'GET /sign/envelopes/{envelopeID}';
const LIST = 'GET /sign/envelopes/{envelopeID}/documents';
const CREATE = 'POST /sign/envelopes';
const FIELDS = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';
const DELETE = 'DELETE /sign/envelopes/{envelopeID}';
const BATCH = 'POST /sign/envelopes/{envelopeID}/participants:batch-delete';
const REMIND = 'POST /sign/envelopes/{envelopeID}:send-reminders';
const URLS = 'GET /sign/envelopes/{envelopeID}/participants/signing-urls';

describe('a thing of the service', () => {
	it('is read in each spelling that the publisher has shown', () => {
		expect(normalize({ id: ID, statue: 'uploaded' })).toEqual({ ID, status: 'uploaded' });
		expect(normalize({ fieldID: ID, type: 'date' })).toEqual({ ID, type: 'date' });
		expect(normalize({ ID, role: 'SIGNER' })).toEqual({ ID, role: 'signer' });
		expect(normalize({ ID, boundingBox: '[1, 2, 3, 4]' })).toEqual({
			ID,
			boundingBox: [1, 2, 3, 4],
		});
	});

	it('passes as it came otherwise, with unknown keys and values', () => {
		const thing = { ID, id: 7, statue: 'x', status: 'frozen', role: 'WITNESS', Name: ['a'] };
		expect(normalize(thing)).toEqual(thing);
	});

	it('is an answer if it has the ID that was asked for, in either case of letters', () => {
		expect(read(GET, { id: ID.toUpperCase(), status: 'sent' })).toEqual({
			value: { ID: ID.toUpperCase(), status: 'sent' },
		});
	});
});

describe('a list', () => {
	it('is an answer with its items and whatever stands beside them', () => {
		expect(read(LIST, { items: [{ ID, statue: 'uploaded' }], total: 1 })).toEqual({
			value: { items: [{ ID, status: 'uploaded' }], total: 1 },
		});
	});

	it('needs IDs, except for signing URLs', () => {
		const items = [{ userId: 7, signingUrl: 'https://x' }];
		expect(read(LIST, { items })).toHaveProperty('reason');
		expect(read(URLS, { items })).toEqual({ value: { items } });
	});

	it('is what several things are answered with', () => {
		const sent = { items: [{ type: 'date' }] };
		const items = [{ ID: OTHER, documentID: ID }];
		expect(read(FIELDS, { items }, { sent })).toEqual({ value: { items } });
		expect(read(FIELDS, items[0], { sent })).toHaveProperty('reason');
	});
});

describe('a success that does not show what was asked for', () => {
	it.each<[string, JsonRoute, unknown, RegExp]>([
		['nothing', GET, '', /empty/],
		['a web page', GET, '\n<html>Sign in</html>', /web page/],
		['JSON that was cut', GET, '{"ID":"', /not JSON/],
		['a list', GET, [], /not a JSON object/],
		['no ID', GET, { status: 'sent' }, /no ID/],
		['another ID', GET, { ID: OTHER }, /is about .*2, but .*1 was requested/],
		['no list', LIST, { ID }, /no list of items/],
		['a list of other things', LIST, { items: ['a'] }, /not an object/],
		['a web page for what has no answer', REMIND, '<html>', /web page/],
	])('is malformed: %s', (_, route, body, reason) => {
		expect(read(route, body)).toEqual({ reason: expect.stringMatching(reason) });
	});

	it.each<[string, JsonRoute, unknown, number]>([
		['a creation that was only accepted', CREATE, '', 202],
		['a creation without a word', CREATE, '', 204],
		['a creation elsewhere', FIELDS, { ID, documentID: OTHER }, 201],
		['a deletion that was only accepted', DELETE, '', 202],
		['a deletion with an answer', DELETE, { ID, status: 'drafted' }, 200],
		['a deletion with another status than the published one', DELETE, '', 200],
		['a deletion of several with an answer', BATCH, { deleted: 1 }, 200],
	])('has arrived, but must be read back: %s', (_, route, body, status) => {
		expect(read(route, body, { status })).toEqual({
			reason: expect.any(String),
			unconfirmed: true,
		});
	});
});

it.each<[string, JsonRoute, unknown, number]>([
	['a deletion', DELETE, '', 204],
	['a deletion of several', BATCH, '', 200],
	['a reminder', REMIND, '', 202],
	['a reminder with an answer', REMIND, { sent: 2 }, 200],
])('%s is done when the service says nothing against it', (_, route, body, status) => {
	expect(read(route, body, { status })).toEqual({ value: undefined });
});

describe('the body', () => {
	/** A body in pieces; `pulled` counts how many were asked for. */
	function pieces(...parts: Buffer[]) {
		const state = { pulled: 0, closed: false };
		async function* stream() {
			try {
				for (const part of parts) {
					state.pulled++;
					yield part;
				}
			} finally {
				state.closed = true;
			}
		}
		return { state, body: stream() as unknown as RawReply['body'] };
	}

	const whole = (text: string) => ({ bytes: Buffer.from(text), isWhole: true });
	const timeLimit = { touch: () => {} };

	it('is whole, whatever pieces it arrives in', async () => {
		const single = [...Buffer.from('text')].map((byte) => Buffer.from([byte]));

		await expect(readBody(pieces(...single).body, 100, timeLimit)).resolves.toEqual(whole('text'));
	});

	it('is read no further than its limit', async () => {
		const { state, body } = pieces(...Array.from({ length: 50 }, () => Buffer.alloc(10)));

		await expect(readBody(body, 35, timeLimit)).resolves.toMatchObject({ isWhole: false });
		expect(state).toEqual({ pulled: 4, closed: true });
	});

	it('may be exactly as long as its limit', async () => {
		const { body } = pieces(Buffer.from('12345'));

		await expect(readBody(body, 5, timeLimit)).resolves.toEqual(whole('12345'));
	});

	it('reports every piece that arrives', async () => {
		const touch = jest.fn();
		await readBody(pieces(Buffer.from('a'), Buffer.from('b')).body, 10, { touch });

		expect(touch).toHaveBeenCalledTimes(2);
	});

	it('may be missing, a text or a buffer', async () => {
		await expect(readBody(undefined, 1, timeLimit)).resolves.toEqual(whole(''));
		await expect(readBody('text', 10, timeLimit)).resolves.toEqual(whole('text'));
		await expect(readBody(Buffer.from('bytes'), 10, timeLimit)).resolves.toEqual(whole('bytes'));
	});

	it('gives the first of several headers of one name', () => {
		expect(header({ headers: { a: ['1', '2'], b: '3' } }, 'a')).toBe('1');
		expect(header({ headers: { a: ['1', '2'], b: '3' } }, 'b')).toBe('3');
		expect(header({ headers: {} }, 'c')).toBeUndefined();
	});
});

describe('a problem', () => {
	const read = (body: unknown) => readProblem(JSON.stringify(body));

	it('reads a problem as the contract writes it', () => {
		const problem = {
			type: 'https://example.com/errors#400-bad-request',
			title: 'Bad Request',
			status: 400,
			detail: 'Request validation failed',
			instance: '/sign/envelopes',
			validation_errors: { email: 'this address is not accepted', 'items[1].role': 'is unknown' },
		};
		expect(read(problem)).toEqual({
			type: problem.type,
			title: 'Bad Request',
			detail: 'Request validation failed',
			instance: '/sign/envelopes',
			validationErrors: [
				['email', 'this address is not accepted'],
				['items[1].role', 'is unknown'],
			],
		});
	});

	it('reads validation errors and the wait under extensions, too', () => {
		expect(
			read({
				title: 'No',
				extensions: { validation_errors: { name: 'is empty' }, retry_after: 7 },
			}),
		).toMatchObject({ validationErrors: [['name', 'is empty']], retryAfter: 7 });
		expect(read({ title: 'No', retry_after: '2' })).toMatchObject({ retryAfter: 2 });
	});

	it('shows a validation error that is no text as it came', () => {
		expect(read({ validation_errors: { email: ['a', 'b'] } }).validationErrors).toEqual([
			['email', '["a","b"]'],
		]);
	});

	it('reads the error of the token endpoint', () => {
		const error = { error: 'invalid_client', error_description: 'Unknown client' };
		expect(read(error)).toMatchObject({ detail: 'Unknown client' });
		expect(read({ error: 'invalid_client' })).toMatchObject({ detail: 'invalid_client' });
	});

	it.each([
		['the text of a gateway', 'upstream connect error', 'upstream connect error'],
		['JSON of another kind', '{"message":"Nope"}', '{"message":"Nope"}'],
		['JSON that was cut', '{"title":"Not', '{"title":"Not'],
		['a web page', '\n<!doctype html><h1>Bad Gateway</h1>', undefined],
		['nothing', ' ', undefined],
	])('shows %s as it came, if it is for people', (_, text, detail) => {
		expect(readProblem(text)).toMatchObject({ detail, validationErrors: [] });
	});

	it.each([
		null,
		{ title: {}, detail: [], type: 1, instance: null },
		{ validation_errors: [] },
		{ extensions: [] },
		{ retry_after: 'soon' },
	])('is not confused by %j', (body) => {
		const { title, validationErrors, retryAfter } = read(body);
		expect({ title, validationErrors, retryAfter }).toEqual({ validationErrors: [] });
	});
});

describe('the time the service asks to wait', () => {
	const NOW = Date.UTC(2026, 0, 15, 12, 0, 0);
	const at = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString();

	const read = (headers: Record<string, string | string[]>, retryAfter?: number) =>
		readRetryAfter({ headers }, { retryAfter }, NOW);

	it.each([
		['seconds', '7', 7_000],
		['no seconds', '0', 0],
		['seconds with blanks', ' 30 ', 30_000],
		['a date in the future', at(90), 90_000],
		['a date in the past', at(-1), undefined],
	])('is read from %s', (_, value, expected) => {
		expect(read({ 'retry-after': value })).toBe(expected);
	});

	it.each(['-1', '1.5', 'in the year 2099'])('is not read from %j', (garbage) => {
		expect(read({ 'retry-after': garbage })).toBeUndefined();
	});

	it('is counted by the clock of the service when the answer shows it', () => {
		const serverNow = NOW + 3_600_000;
		const retry = new Date(serverNow + 10_000).toUTCString();

		expect(read({ 'retry-after': retry, date: new Date(serverNow).toUTCString() })).toBe(10_000);
		expect(read({ 'retry-after': retry, date: 'yesterday' })).toBe(3_610_000);
		expect(read({ 'retry-after': '10', date: at(-9_999) })).toBe(10_000);
	});

	it.each([
		['the header is there', '5', 20, 5_000],
		['the header is garbage', 'soon', 3, 3_000],
		['the header is a past date', at(-60), 3, 3_000],
		['the body is negative', '3', -8, 3_000],
		['both are unusable', 'soon', NaN, undefined],
	])('is read from the header first, then from the body: %s', (_, header, body, expected) => {
		expect(read({ 'retry-after': header }, body)).toBe(expected);
	});

	it('is read from the body alone, and absent when the body has none', () => {
		expect(read({}, 2.5)).toBe(2_500);
		expect(read({})).toBeUndefined();
		expect(read({ 'retry-after': ['7', '9'] })).toBe(7_000);
	});
});
