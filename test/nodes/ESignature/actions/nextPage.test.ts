import { readNextPage } from '../../../../nodes/ESignature/actions/nextPage';

it.each<[unknown, string]>([
	['b', 'b'],
	[' b ', 'b'],
	[7, '7'],
	['0', '0'],
	['12345678901234567890', '12345678901234567890'],
	['a/b+c=?', 'a/b+c=?'],
	['https://service.example/sign/envelopes?x=1&pageAfter=a%2Fb#top', 'a/b'],
	['/sign/envelopes?pageAfter=b', 'b'],
	['?pageAfter=b', 'b'],
	[{ pageAfter: 'b' }, 'b'],
])('%j leads on', (value, pageAfter) => {
	expect(readNextPage(value)).toEqual({ pageAfter });
});

it.each([undefined, null, '', ' ', 0, false, '/sign/envelopes?pageAfter='])(
	'%j ends a list',
	(value) => {
		expect(readNextPage(value)).toBe('end');
	},
);

it.each([[true], [{}], [[]], [{ href: '/x' }]])('%j leads on, but nobody knows where', (value) => {
	expect(readNextPage(value)).toBe('unclear');
});
