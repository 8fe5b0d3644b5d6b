import { readNextPage } from '../../../../../nodes/ESignature/actions/shared/lists';

it.each<[unknown, string]>([
	['b', 'b'],
	[' b ', 'b'],
	[7, '7'],
	['0', '0'],
	[0, '0'],
	[{ pageAfter: 0 }, '0'],
	['12345678901234567890', '12345678901234567890'],
	['a/b+c=?', 'a/b+c=?'],
	['https://service.example/sign/envelopes?x=1&pageAfter=a%2Fb#top', 'a/b'],
	['/sign/envelopes?pageAfter=b', 'b'],
	['?pageAfter=b', 'b'],
	[{ pageAfter: 'b' }, 'b'],
])('%j leads on', (value, pageAfter) => {
	expect(readNextPage(value)).toEqual({ pageAfter });
});

it.each([
	...[undefined, null, '', ' ', false, 'null', ' null ', 'undefined'],
	...[{ pageAfter: null }, { pageAfter: '' }, { pageAfter: false }, { pageAfter: 'null' }],
	...['/sign/envelopes?pageAfter=', '/sign/envelopes?pageAfter=null'],
])('%j ends a list', (value) => {
	expect(readNextPage(value)).toBe('end');
});

it.each([[true], [{}], [[]], [{ href: '/x' }], [{ pageAfter: true }], [{ pageAfter: {} }]])(
	'%j leads on, but nobody knows where',
	(value) => {
		expect(readNextPage(value)).toBe('unclear');
	},
);
