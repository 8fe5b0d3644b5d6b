import type { Chance } from '../../../../support/chance';
import { digestOf, type Sent, type SignWith } from './signing';

const PRINTABLE = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
const PATH = 'abcXYZ019-._~%20/:@!$&()*+;=';
const ORIGINS = ['https://n8n.example.com', 'http://127.0.0.1:5678', 'https://a.b.example:8443'];
const EXTRA = ['date', 'content-type', 'content-length', 'x-request-id', 'user-agent'];
const DERIVED = ['@authority', '@scheme', '@query', '@target-uri', '@request-target', 'host'];

/** Any request that a sender could make, ready to be signed. */
export function anyMessage(chance: Chance): Sent {
	const path = `/webhook/${chance.text(PATH, 20).replaceAll('%', '%41')}`;
	const query = chance.oneIn(3) ? `?${chance.text('ab=&1', 8)}x` : '';
	const url = new URL(`${chance.pick(ORIGINS)}${path}${query}`);
	const content = Buffer.from(
		JSON.stringify({ id: chance.text(PRINTABLE, 20), data: chance.text(PRINTABLE, 60) }),
	);
	return {
		url: url.href,
		method: chance.oneIn(5) ? 'PUT' : 'POST',
		headers: {
			host: url.host,
			date: new Date(1.7e12 + chance.whole(1e9)).toUTCString(),
			'content-type': 'application/json',
			'content-length': String(content.length),
			'content-digest': digestOf(content, chance.oneIn(4) ? 'sha-512' : 'sha-256'),
			'x-request-id': chance.text(PRINTABLE, 30).trim() || '-',
			'user-agent': 'service/1.0 (a, b)',
		},
		content,
	};
}

/** Any way to sign it that covers enough. */
export function anySigning(chance: Chance, key: SignWith['key']): SignWith {
	const more = [...EXTRA, ...DERIVED].filter(() => chance.oneIn(3));
	const fields = chance.shuffled([...new Set(['@method', '@path', 'content-digest', ...more])]);
	const created = 1.7e9 + chance.whole(1e8);
	const params: SignWith['params'] = {
		...(!chance.oneIn(5) && { created }),
		...(chance.oneIn(3) && { expires: created + 300 }),
		...(chance.oneIn(3) && { nonce: chance.text(PRINTABLE, 20) || '-' }),
		...(!chance.oneIn(4) && { keyid: key.id }),
		...(!chance.oneIn(3) && { alg: 'hmac-sha256' }),
		...(chance.oneIn(6) && { tag: 'app' }),
	};
	const label = chance.pick(['sig', 'sig1', 'a.b-c_d*', '*x']);
	return { fields, params, label, key };
}

export const omit = (headers: Sent['headers'], name: string): Sent['headers'] =>
	Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

type Change = (sent: Sent, chance: Chance) => Sent;

const withHeader = (sent: Sent, name: string, value: string): Sent => ({
	...sent,
	headers: { ...sent.headers, [name]: value },
});

/** One character becomes another one, goes, or is doubled. */
function altered(text: string, chance: Chance): string {
	const at = chance.whole(text.length);
	const other = chance.pick([chance.pick([...PRINTABLE]), '', (text[at] ?? '').repeat(2)]);
	return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}

const alteredHeader =
	(name: string): Change =>
	(sent, chance) =>
		withHeader(sent, name, altered(sent.headers[name] ?? '', chance).trim());

/** Changes to messages on their way, harmless ones and attacks. */
export const CHANGES: Record<string, Change> = {
	method: (sent) => ({ ...sent, method: sent.method === 'PUT' ? 'POST' : 'PUT' }),
	path: (sent) => ({ ...sent, url: sent.url.replace('/webhook/', '/webhook/x') }),
	query: (sent) => ({ ...sent, url: `${sent.url}${sent.url.includes('?') ? '&' : '?'}y` }),
	body: (sent) => ({ ...sent, content: Buffer.concat([sent.content, Buffer.from(' ')]) }),
	date: alteredHeader('date'),
	'x-request-id': alteredHeader('x-request-id'),
	digest: alteredHeader('content-digest'),
	signature: alteredHeader('signature'),
	'signature-input': alteredHeader('signature-input'),
	'missing date': (sent) => ({ ...sent, headers: omit(sent.headers, 'date') }),
	'missing signature': (sent) => withHeader(sent, 'signature', ''),
	'another algorithm': (sent) =>
		withHeader(
			sent,
			'signature-input',
			(sent.headers['signature-input'] ?? '').replace('hmac-sha256', 'ed25519'),
		),
	'spaces in the list': (sent) =>
		withHeader(
			sent,
			'signature-input',
			(sent.headers['signature-input'] ?? '').replace('=(', '=(  '),
		),
};
