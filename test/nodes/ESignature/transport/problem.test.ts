import { readProblem } from '../../../../nodes/ESignature/transport/reply';

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
		read({ title: 'No', extensions: { validation_errors: { name: 'is empty' }, retry_after: 7 } }),
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
	...[null, [], 'text', 7, { title: {}, detail: [], type: 1, instance: null }],
	...[{ validation_errors: [] }, { validation_errors: 'no' }, { extensions: [] }],
	{ retry_after: 'soon' },
])('is not confused by %j', (body) => {
	const { title, validationErrors, retryAfter } = read(body);
	expect({ title, validationErrors, retryAfter }).toEqual({ validationErrors: [] });
});
