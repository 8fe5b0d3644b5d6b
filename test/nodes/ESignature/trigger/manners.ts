import { createHmac } from 'crypto';

import { COMPONENTS, FOREIGN, LABELS, TYPES } from './mannersContent';
import { HOST, KEY, bytes, type Header, type Manner } from './sender';

/** What the user has set in n8n. */
export interface Place {
	credential?: Record<string, string>;
	publicUrls?: unknown;
	/** n8n's WEBHOOK_URL. */
	origin?: string;
	/** Further options of the node. */
	options?: Record<string, boolean>;
}

export type Case = [name: string, manner: (path: string) => Manner, place?: Place];

const KEY_BYTES = createHmac('sha256', 'any').update('key').digest();
const decodes = (secret: string, key = KEY_BYTES): [Case[1], Place] => [
	() => ({ key }),
	{ credential: { clientSecret: secret } },
];
const base64 = KEY_BYTES.toString('base64');
const base64url = KEY_BYTES.toString('base64url');
const hex = KEY_BYTES.toString('hex');

const SECRETS: Case[] = [
	['a secret that is a text', () => ({})],
	['a secret that spells its key in base64', ...decodes(base64)],
	['a secret in base64 without padding', ...decodes(base64.replaceAll('=', ''))],
	['a secret in base64url', ...decodes(base64url)],
	['a secret in base64url with padding', ...decodes(`${base64url}=`)],
	['a secret in hexadecimal', ...decodes(hex)],
	['a secret in hexadecimal capitals', ...decodes(hex.toUpperCase())],
	['a key of 16 bytes in hexadecimal', ...decodes(hex.slice(0, 32), KEY_BYTES.subarray(0, 16))],
	['a text that only looks like base64', ...decodes(base64, Buffer.from(base64))],
	['a text that only looks hexadecimal', ...decodes(hex, Buffer.from(hex))],
	['a secret in another alphabet', ...decodes('Schlüssel № 1', Buffer.from('Schlüssel № 1'))],
	['a secret with a line break behind it', ...decodes(`${hex}\n`)],
	['the Client Secret beside a Webhook Secret', () => ({}), { credential: { webhookSecret: 'x' } }],
	['the Webhook Secret', () => ({ key: 'x' }), { credential: { webhookSecret: 'x' } }],
	[
		'a Webhook Secret in base64',
		() => ({ key: KEY_BYTES }),
		{ credential: { webhookSecret: base64 } },
	],
];

const now = () => Math.floor(Date.now() / 1000);
const parameters = (text: string) => (): Manner => ({ parameters: text });

const PARAMETERS: Case[] = [
	['another key ID', parameters(`;created=${now()};keyid="rotated-2"`)],
	['no key ID', parameters(`;created=${now()}`)],
	['a key ID with a quotation mark', parameters(`;created=${now()};keyid="a\\"b\\\\c"`)],
	[
		'the ID of a key of its own',
		parameters(';keyid="k-2"'),
		{ credential: { webhookKeyId: 'k-2' } },
	],
	['no time but the date', parameters(`;keyid="${KEY.id}"`)],
	['an end, a nonce and a tag', parameters(`;expires=${now() + 300};nonce="1, 2";tag="app"`)],
	['parameters that nobody knows', parameters(`;created=${now()};x=to/ken;y=?0;z=1.5;flag`)],
	['a date among its parameters', parameters(`;created=${now()};issued=@1700000000`)],
	['a display string among them', parameters(`;created=${now()};by=%"Caf%c3%a9"`)],
];

const hostSigned = (host: string) => (): Manner => ({ host });
const authority =
	(value: string, host = HOST) =>
	(): Manner => ({
		host,
		lines: ({ method, path, digest }) => [method, path, ['"@authority"', value], digest],
	});
const uri =
	(origin: string) =>
	(path: string): Manner => ({
		lines: ({ method, digest }) => [method, ['"@target-uri"', `${origin}${path}`], digest],
	});
/** A proxy that calls n8n by a name of its own. */
const renaming =
	(...more: Header[]) =>
	(headers: Header[]): Header[] => [
		...headers.filter(([name]) => name !== 'Host'),
		['Host', 'inside:5678'],
		...more,
	];

const ADDRESSES: Case[] = [
	['a host in capitals', hostSigned('N8N.Example.COM')],
	['a host with its port', hostSigned(`${HOST}:443`)],
	['a host in capitals with its port', hostSigned('N8N.EXAMPLE.COM:443')],
	['a host with a dot at its end', hostSigned(`${HOST}.`)],
	['@authority', authority(HOST)],
	['@authority with the port', authority(`${HOST}:443`)],
	['@authority in capitals as it was sent', authority('N8N.example.com', 'N8N.example.com')],
	['@target-uri', uri(`https://${HOST}`)],
	['@target-uri with the port', uri(`https://${HOST}:443`)],
	[
		'@request-target and @scheme',
		(path) => ({
			lines: ({ method, digest }) => [
				method,
				['"@request-target"', `${path}?tenant=1`],
				['"@scheme"', 'https'],
				digest,
			],
			arrivesAt: `${path}?tenant=1`,
		}),
	],
	['a proxy that calls n8n by another name', () => ({ proxy: renaming() })],
	[
		'capitals, and a proxy that tells them',
		() => ({
			host: 'N8N.Example.Com',
			proxy: renaming(['X-Forwarded-Host', 'N8N.Example.Com, inside']),
		}),
	],
	[
		'capitals, as the user typed them, and a proxy that tells nothing',
		() => ({ host: 'Hooks.Example.Com', proxy: renaming() }),
		{ publicUrls: ['https://Hooks.Example.Com'] },
	],
	['a slash at the end of the path', (path) => ({ path: `${path}/`, arrivesAt: `${path}/` })],
	['a slash that a proxy took away', (path) => ({ path: `${path}/` })],
	['a slash that a proxy added', (path) => ({ arrivesAt: `${path}/` })],
	[
		'the query',
		(path) => ({
			lines: (usual) => [...Object.values(usual), ['"@query"', '?tenant=1&t=a%20b']],
			arrivesAt: `${path}?tenant=1&t=a%20b`,
		}),
	],
	[
		'one parameter of the query',
		(path) => ({
			lines: (usual) => [...Object.values(usual), ['"@query-param";name="t"', 'a%20b%21']],
			arrivesAt: `${path}?tenant=1&t=a+b!`,
		}),
	],
	[
		'an address of its own at a proxy',
		() => ({ host: 'hooks.example.com', path: '/in/esign', proxy: renaming() }),
		{ publicUrls: ['https://hooks.example.com/in/esign'] },
	],
	[
		'the root of a proxy',
		() => ({ host: 'hooks.example.com', path: '/', proxy: renaming() }),
		{ publicUrls: ['https://hooks.example.com/'] },
	],
	[
		'@target-uri with a query that a proxy takes away',
		() => ({
			lines: ({ method, digest }) => [
				method,
				['"@target-uri"', 'https://hooks.example.com/in?tenant=7'],
				digest,
			],
			proxy: renaming(),
		}),
		{ publicUrls: ['https://hooks.example.com/in?tenant=7'] },
	],
	[
		'@query with a query that a proxy takes away',
		() => ({
			lines: ({ method, digest }) => [
				method,
				['"@path"', '/in'],
				['"@query"', '?tenant=7'],
				digest,
			],
			proxy: renaming(),
		}),
		{ publicUrls: ['https://hooks.example.com/in?tenant=7'] },
	],
	[
		'the bytes of the host, behind a proxy that calls n8n by another name',
		() => ({
			lines: (usual) => [...Object.values(usual), ['"host";bs', bytes(HOST)]],
			proxy: renaming(['X-Forwarded-Host', HOST]),
		}),
	],
	[
		'a path with a comma',
		() => ({ host: 'hooks.example.com', path: '/in/a,b', proxy: renaming() }),
		{ publicUrls: 'https://hooks.example.com/in/a,b, https://other.example.com' },
	],
	...[
		'hooks.example.com',
		'https://a.example.com https://hooks.example.com',
		'https://a.example.com, hooks.example.com:443',
		'a.example.com\nhooks.example.com, ',
	].map((publicUrls): Case => [
		`an address as somebody typed it: ${JSON.stringify(publicUrls)}`,
		() => ({ host: 'hooks.example.com', proxy: renaming() }),
		{ publicUrls: [publicUrls] },
	]),
	[
		'an address with a path that somebody typed without its beginning',
		() => ({ host: 'Hooks.Example.com', path: '/in', proxy: renaming() }),
		{ publicUrls: ['Hooks.Example.com/in'] },
	],
	[
		'the right address among wrong ones',
		() => ({ host: 'hooks.example.com', proxy: renaming() }),
		{ publicUrls: ['nonsense', 'ftp://a.example.com', 'https://hooks.example.com'] },
	],
	[
		'the second address of a text',
		() => ({ host: 'other.example.com', proxy: renaming() }),
		{ publicUrls: 'https://hooks.example.com/in/a,b, https://other.example.com' },
	],
];

/** Legal senders whose events must be accepted. */
export const ACCEPTED: Case[] = [
	...SECRETS,
	...PARAMETERS,
	...ADDRESSES,
	...COMPONENTS,
	...LABELS,
	...FOREIGN,
	...TYPES,
	['no type', () => ({ type: undefined })],
];
