import type { Case } from './manners';
import { bytes, newBody, sha, type Header, type Line, type Manner } from './sender';

const covering = (lines: Line[], headers: Header[]) => (): Manner => ({
	lines: (usual) => [...Object.values(usual), ...lines],
	headers,
});
const digestAs = (make: (body: string) => { header: string; line: Line }) => (): Manner => {
	const body = newBody();
	const { header, line } = make(body);
	return {
		body,
		digest: header,
		lines: ({ method, path, host, date }) => [method, path, host, date, line],
	};
};
const both = (body: string) => `${sha('256', body)}, ${sha('512', body)}`;

export const COMPONENTS: Case[] = [
	[
		'a digest by SHA-512',
		digestAs((body) => ({
			header: sha('512', body),
			line: ['"content-digest"', sha('512', body)],
		})),
	],
	[
		'two digests',
		digestAs((body) => ({ header: both(body), line: ['"content-digest"', both(body)] })),
	],
	[
		'the digest in its one spelling',
		digestAs((body) => ({
			header: both(body).replace(', ', '  ,   '),
			line: ['"content-digest";sf', both(body)],
		})),
	],
	[
		'one of two digests',
		digestAs((body) => ({
			header: both(body),
			line: ['"content-digest";key="sha-512"', sha('512', body).slice('sha-512='.length)],
		})),
	],
	[
		'the bytes of the digest',
		digestAs((body) => ({
			header: sha('256', body),
			line: ['"content-digest";bs', bytes(sha('256', body))],
		})),
	],
	[
		'a list in its one spelling',
		covering([['"x-list";sf', 'a;q=0.5, b, (1 2)']], [['X-List', 'a;q=0.50 ,b,  ( 1  2 )']]),
	],
	['a list that repeats a member', covering([['"x-tags";sf', 'b, a, b']], [['X-Tags', 'b,a,  b']])],
	[
		'a list that repeats a member with other parameters',
		covering([['"x-tags";sf', 'a;v=1, a;v=2']], [['X-Tags', 'a;v=1,a;v=2']]),
	],
	['a dictionary that repeats a key', covering([['"x-dict";sf', 'b, a']], [['X-Dict', 'b,a,b']])],
	[
		'a member of a dictionary',
		covering([['"x-dict";key="b"', '"2";p']], [['X-Dict', 'a=1, b="2";p']]),
	],
	[
		'the bytes of two lines',
		covering(
			[['"x-two";bs', `${bytes('one, 1')}, ${bytes('two')}`]],
			[
				['X-Two', 'one, 1'],
				['X-Two', 'two'],
			],
		),
	],
	[
		'a field of two lines',
		covering(
			[['"x-two"', 'one, two']],
			[
				['X-Two', 'one'],
				['X-Two', 'two'],
			],
		),
	],
	[
		'a field whose last line is empty',
		covering(
			[['"x-two"', 'one, ']],
			[
				['X-Two', 'one'],
				['X-Two', ''],
			],
		),
	],
	[
		'a field whose first line is empty',
		covering(
			[['"x-two"', ', two']],
			[
				['X-Two', ''],
				['X-Two', 'two'],
			],
		),
	],
	['an empty field', covering([['"x-none"', '']], [['X-None', '']])],
	[
		'a field that may stand once, sent twice',
		covering(
			[['"from"', 'a@example.com, b@example.com']],
			[
				['From', 'a@example.com'],
				['From', 'b@example.com'],
			],
		),
	],
];

const others = (count: number): Array<[string, string]> =>
	Array.from({ length: count }, (_, at) => [
		`p${at}=("@method");keyid="proxy-${at}"`,
		`p${at}=:${Buffer.alloc(32, at).toString('base64')}:`,
	]);

export const LABELS: Case[] = [
	['an odd label', () => ({ label: '*a.b-c_d*' })],
	['20 signatures of others before its own', () => ({ before: others(20) })],
	[
		'60 signatures of others around its own',
		() => ({ before: others(30), after: others(60).slice(30) }),
	],
	['a date beside its signature', () => ({ before: [['d=@1700000000', 'd=@1700000000']] })],
	['a display string beside it', () => ({ after: [['t=%"Caf%c3%a9"', 't=%"Caf%c3%a9"']] })],
	[
		'a signature by another algorithm beside it',
		() => ({
			before: [
				['e=("@method");alg="ed25519";keyid="e"', `e=:${Buffer.alloc(64).toString('base64')}:`],
			],
		}),
	],
];

/** Lines that others add to the two fields of the signature, in whatever form. */
const beside = (name: string, ...lines: string[]): Case => [
	`a foreign line of ${name}: ${JSON.stringify(lines)}`,
	() => ({
		proxy: (headers) => [
			...lines.map((line): Header => [name, line]),
			...headers,
			...lines.map((line): Header => [name, line]),
		],
	}),
];
const CAVAGE = 'keyId="x",algorithm="hmac-sha256",headers="date",signature="AA=="';

export const FOREIGN: Case[] = [
	beside('Signature', ''),
	beside('Signature-Input', ''),
	beside('Signature', CAVAGE),
	beside('Signature-Input', CAVAGE, 'not "closed'),
	beside(
		'Signature',
		't=1700000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
	),
	[
		'a foreign member in the same line',
		() => ({ before: [['keyId="x"', 'keyId="x"']], after: [['B=1', 'sig2=:A:']] }),
	],
];

export const TYPES: Case[] = [
	...['text/json', 'text/plain', 'text/plain; charset=utf-8', 'application/cloudevents+json'],
	...['application/json; charset=utf-8', 'application/octet-stream'],
].map((type): Case => [`the type ${type}`, () => ({ type })]);
