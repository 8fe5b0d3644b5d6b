import { REASONS } from '../../../../nodes/ESignature/trigger/texts/texts';
import type { Place } from './manners';
import { HOST, KEY, newBody, type Header, type Line, type Manner, type Usual } from './sender';

type Undecided = [name: string, reason: string, manner: (path: string) => Manner, place?: Place];

const md5 = 'md5=:CY9rzUYh03PK3k6DJie09g==:';
const WRONG: Place = { origin: 'http://localhost:5678' };
const told =
	(...more: Header[]) =>
	(headers: Header[]): Header[] => [
		...headers.filter(([name]) => name !== 'Host'),
		['Host', 'inside:5678'],
		...more,
	];
const elsewhere =
	(...more: Header[]) =>
	(): Manner => ({ proxy: told(...more) });
const withPath =
	(prefix: string, ...more: Header[]) =>
	(path: string): Manner => ({
		path: `${prefix}${path}`,
		proxy: told(['X-Forwarded-Host', HOST], ...more),
	});
const signing =
	(...line: Line) =>
	({ method, digest }: Usual): Line[] => [method, line, digest];
const other = REASONS.otherAddress;

/** Legal senders whose events cannot be accepted as things are, but must not be lost. */
export const UNDECIDED: Undecided[] = [
	['Forwarded', other, elsewhere(['Forwarded', `for=1.2.3.4;host=${HOST};proto=https`]), WRONG],
	[
		'Forwarded in two elements, with quotation marks and a port',
		other,
		() => ({
			host: `${HOST}:8443`,
			proxy: told(['Forwarded', `for="[::1]", For=1.2.3.4; Host="${HOST}:8443"`]),
		}),
		WRONG,
	],
	['Host', other, () => ({}), WRONG],
	['X-Forwarded-Host', other, elsewhere(['X-Forwarded-Host', HOST]), WRONG],
	['a list in X-Forwarded-Host', other, elsewhere(['X-Forwarded-Host', `${HOST}, inner`]), WRONG],
	[
		'two lines of X-Forwarded-Host',
		other,
		elsewhere(['X-Forwarded-Host', 'outer'], ['X-Forwarded-Host', HOST]),
		WRONG,
	],
	[
		'X-Forwarded-Port',
		other,
		() => ({
			host: `${HOST}:8443`,
			proxy: told(['X-Forwarded-Host', HOST], ['X-Forwarded-Port', '8443']),
		}),
		WRONG,
	],
	[
		"X-Forwarded-Port, beside n8n's own name",
		other,
		() => ({ host: `${HOST}:8443`, proxy: told(['X-Forwarded-Port', '8443, 443']) }),
	],
	['X-Forwarded-Prefix', other, withPath('/n8n', ['X-Forwarded-Prefix', '/n8n'])],
	['X-Forwarded-Prefix with a slash', other, withPath('/n8n', ['X-Forwarded-Prefix', '/n8n/'])],
	['X-Script-Name', other, withPath('/a/b', ['X-Script-Name', '/a/b'])],
	['X-Original-URL', other, (path) => withPath('/x', ['X-Original-URL', `/x${path}`])(path)],
	[
		'X-Forwarded-Uri with a whole address',
		other,
		(path) => withPath('/x', ['X-Forwarded-Uri', `https://${HOST}/x${path}?a=1`])(path),
	],
	['two prefixes in X-Forwarded-Prefix', other, withPath('/a/b', ['X-Forwarded-Prefix', '/a, /b'])],
	['two prefixes in turn', other, withPath('/a/b', ['X-Forwarded-Prefix', '/b, /a'])],
	[
		'a long list in X-Forwarded-Host',
		other,
		elsewhere(['X-Forwarded-Host', `a, b, c, d, e, f, ${HOST}`]),
		WRONG,
	],
	[
		'a list in X-Forwarded-Host that is too long to be examined',
		REASONS.tooMuch,
		elsewhere(['X-Forwarded-Host', `${'a.example.com, '.repeat(60)}${HOST}`]),
		WRONG,
	],
	[
		'a header that is too long to be examined',
		REASONS.tooMuch,
		elsewhere(['X-Forwarded-Host', `${'a'.repeat(5000)}, ${HOST}`]),
		WRONG,
	],
	['X-Original-Forwarded-Host', other, elsewhere(['X-Original-Forwarded-Host', HOST]), WRONG],
	['a header of some other proxy', other, elsewhere(['X-Acme-Requested-Host', HOST]), WRONG],
	[
		'X-Original-URI with a query that is gone',
		other,
		(path) => ({
			lines: signing('"@request-target"', `${path}?tenant=7`),
			headers: [['X-Original-URI', `${path}?tenant=7`]],
		}),
	],
	[
		'X-Original-URI with commas',
		other,
		() => ({
			lines: signing('"@request-target"', '/in/a,b?c=d,e'),
			headers: [['X-Original-URI', '/in/a,b?c=d,e']],
		}),
	],
	[
		'X-Original-URI without a query that was added',
		other,
		(path) => ({
			lines: signing('"@request-target"', path),
			arrivesAt: `${path}?lb=1`,
			headers: [['X-Original-URI', path]],
		}),
	],
	[
		'a query that was added, and nobody tells',
		other,
		(path) => ({ lines: signing('"@request-target"', path), arrivesAt: `${path}?lb=1` }),
	],
	[
		'a query in another spelling',
		other,
		(path) => ({
			lines: signing('"@request-target"', `${path}?a=b%20c`),
			arrivesAt: `${path}?a=b+c`,
		}),
	],
	[
		'two lists of which one may be a dictionary',
		REASONS.components,
		() => ({
			lines: (usual) => [...Object.values(usual), ['"x-a";sf', 'b, a'], ['"x-b";sf', 'b, a, b']],
			headers: [
				['X-A', 'b, a, b'],
				['X-B', 'b, a, b'],
			],
		}),
	],
	...[
		'nonsense',
		'ftp://hooks.example.com',
		'https://',
		'a.example.com,b.example.com',
		{ a: 1 },
	].map((entry): Undecided => [
		`a public URL that is none: ${JSON.stringify(entry)}`,
		REASONS.publicUrl,
		() => ({ host: 'hooks.example.com', proxy: told() }),
		{ publicUrls: ['https://other.example.com', entry] },
	]),
	[
		'an eleventh public URL',
		REASONS.publicUrls,
		() => ({ host: 'h10.example.com', proxy: told() }),
		{ publicUrls: Array.from({ length: 11 }, (_, at) => `https://h${at}.example.com`) },
	],
	[
		'the path alone, where WEBHOOK_URL has one more',
		other,
		() => ({}),
		{ origin: `https://${HOST}/n8n` },
	],
	[
		'a component of a response',
		REASONS.components,
		() => ({ lines: (usual) => [...Object.values(usual), ['"@method";req', 'POST']] }),
	],
	[
		'a trailer',
		REASONS.components,
		() => ({ lines: (usual) => [...Object.values(usual), ['"x-end";tr', '1']] }),
	],
	[
		'a header that a proxy removed',
		REASONS.components,
		() => ({
			lines: (usual) => [...Object.values(usual), ['"x-trace"', '1']],
			headers: [['X-Trace', '1']],
			proxy: (headers) => headers.filter(([name]) => name !== 'X-Trace'),
		}),
	],
	['a digest by MD5 alone', REASONS.digest, () => ({ body: newBody(), digest: md5 })],
	['no path', REASONS.coverage, () => ({ lines: ({ method, digest }) => [method, digest] })],
	['no digest', REASONS.coverage, () => ({ lines: ({ method, path }) => [method, path] })],
	[
		'another name for the algorithm',
		REASONS.algorithm,
		() => ({ parameters: `;keyid="${KEY.id}";alg="HMAC-SHA256"` }),
	],
	['a time with a fraction', REASONS.parameters, () => ({ parameters: ';created=1700000000.5' })],
];
