import { readZip } from '../../../sandbox/dialects/zipForms';
import type { Look } from './said';
import { seenOf, type Place, type Seen } from './place';

const seen =
	(request: string, pick: (seen: Seen) => unknown, headers: Record<string, string> = {}) =>
	async (place: Place) =>
		pick(await place.ask(request, undefined, headers));

const header = (name: string) => (answer: Seen) => answer.headers.get(name);
const type = header('content-type');
const modified = (shape: RegExp): Look => [
	seen('GET {draft}', ({ json }) => shape.test(json.lastModifiedAt)),
	true,
];

const token = (pick: (reply: Record<string, unknown>) => unknown) => async (place: Place) => {
	const { clientId: clientID, clientSecret } = place.sandbox;
	return pick((await place.ask('POST /oauth/token', { clientID, clientSecret })).json);
};

const refusal = (pick: (answer: Seen) => unknown) => seen('GET {nobody}', pick);
const SPOKEN = /said by the service/;

/** The place that a refusal of a bulk request names. */
const index = (wanted: string): Look => [
	async (place) => {
		const items = ['a@x.example', 'nothing'].map((email) => ({ email, role: 'cc' }));
		const { json } = await place.ask('POST {draft}/participants', { items });
		return Object.keys(json.validation_errors);
	},
	[wanted],
];

const zip = (pick: (bytes: Buffer, names: string[]) => unknown) => async (place: Place) => {
	const { bytes } = await place.ask('GET {sealed}:download-sealed');
	const entries = await readZip(bytes);
	return pick(
		bytes,
		entries.map(({ name }) => name.toString('latin1')),
	);
};
const has = (signature: number) => (bytes: Buffer) => {
	const wanted = Buffer.alloc(4);
	wanted.writeUInt32LE(signature);
	return bytes.includes(wanted);
};

const TRAIL = 'GET {sealed}:download-audit-trail';

/** The location of a download, and what is there with and without a token. */
const followed = (hops: number) => async (place: Place) => {
	let { status, headers } = await place.ask(TRAIL);
	let at = new URL(headers.get('location') ?? place.sandbox.url, place.sandbox.url);
	const start = status;
	for (let hop = 0; hop < hops; hop++) {
		({ status, headers } = await fetch(at, { redirect: 'manual' }));
		at = new URL(headers.get('location') ?? '', at);
	}
	const withToken = await fetch(at, { headers: { Authorization: 'Bearer x' } });
	const { bytes } = await seenOf(await fetch(at));
	return [start, status, withToken.status, bytes.subarray(0, 5).toString()];
};

/** The status of a document when it is uploaded, read at once, and read in the end. */
const processed = async (place: Place) => {
	const { ID, status } = await place.upload();
	const read = async () => {
		const answer = await place.ask(`GET {draft}/documents/${ID}`);
		return answer.status === 200 ? answer.json.status : answer.status;
	};
	const states = [status, await read()];
	while (states.at(-1) !== 'uploaded') states.push(await read());
	return states.filter((state, at) => state !== states[at - 1]);
};

/** Dialects of how it is carried: times, IDs, types, files, framing, refusals, token, processing. */
export const CARRIED: Record<string, Look> = {
	'time-without-zone': modified(/T[\d:.]+$/),
	'time-offset': modified(/T[\d:.]+\+00:00$/),
	'time-microseconds': modified(/\.\d{6}Z$/),
	'time-seconds': modified(/T\d\d:\d\d:\d\dZ$/),
	'time-blank': modified(/^[\d-]{10} [\d:.]+Z$/),
	'ids-upper': [seen('GET {draft}', ({ json }) => json.ID === json.ID.toUpperCase()), true],
	'ids-upper-exact': [seen('GET {draft}', ({ status }) => status), 404],
	'token-expires-text': [token(({ expiresIn }) => expiresIn), '86400'],
	'token-expires-missing': [token(({ expiresIn }) => expiresIn), undefined],
	'token-milliseconds': [token(({ expiresIn }) => expiresIn), 86_400_000],
	'token-type-lower': [token(({ tokenType }) => tokenType), 'bearer'],
	'token-snake-case': [token((reply) => Object.keys(reply)[0]), 'access_token'],
	'problem-title-only': [refusal(({ json }) => Object.keys(json)), ['title', 'status']],
	'problem-bare-type': [refusal(({ json }) => json), { type: 'SaidByTheService' }],
	'problem-errors': [refusal(({ json }) => SPOKEN.test(json.errors?.[0].detail)), true],
	'problem-extensions': [refusal(({ json }) => json.extensions), { validation_errors: {} }],
	'problem-extensions-errors': [
		refusal(({ json }) => SPOKEN.test(json.extensions?.errors[0].detail)),
		true,
	],
	'problem-message': [refusal(({ json }) => Object.keys(json)), ['message']],
	'problem-text': [refusal(type), 'text/plain'],
	'problem-index-pointer': index('/items/1/email'),
	'problem-index-path': index('$.items[1].email'),
	'problem-index-capital': index('Items[1].Email'),
	'problem-index-bare': index('[1].email'),
	'unauthorized-own-body': [
		seen('GET {draft}', ({ json }) => json, { Authorization: 'Bearer old' }),
		{ error: 'token_expired' },
	],
	'json-as-text-json': [seen('GET {draft}', type), 'text/json'],
	'json-as-vendor-type': [
		seen('GET {draft}', (answer) => type(answer)?.split(';')[0]),
		'application/vnd.esignature.v1+json',
	],
	'json-bare': [seen('GET {draft}', type), 'application/json'],
	'json-without-type': [seen('GET {draft}', type), null],
	'problems-as-json': [refusal((answer) => type(answer)?.split(';')[0]), 'application/json'],
	'files-octet-stream': [
		async (place) => [
			await seen(TRAIL, type)(place),
			await seen(TRAIL, ({ status }) => status, { Accept: 'application/pdf' })(place),
			await seen(TRAIL, type, { Accept: 'application/pdf, */*;q=0.1' })(place),
		],
		['application/octet-stream', 406, 'application/octet-stream'],
	],
	'files-other-type': [seen(TRAIL, type), 'application/x-download'],
	'pdf-trailing-blanks': [
		seen(TRAIL, ({ bytes }) => bytes.subarray(-9).every((one) => one === 0)),
		true,
	],
	'pdf-bare-end': [seen(TRAIL, ({ bytes }) => bytes.subarray(-5).toString()), '%%EOF'],
	'audit-trail-grows': [
		async (place) => {
			const length = async () => (await place.ask(TRAIL)).bytes.length;
			return (await length()) < (await length());
		},
		true,
	],
	'zip-folders': [
		zip((_, names) => names.filter((name) => name.endsWith('/'))),
		['documents/', 'empty/'],
	],
	'zip-equal-names': [
		zip((_, names) => names),
		['Contract.pdf', 'Contract.pdf', 'audit-trail.pdf'],
	],
	'zip-odd-names': [
		zip((_, names) => names),
		['A: annex 0.pdf', 'Q1\\Q2 1.pdf', 'audit-trail.pdf'],
	],
	'zip-cp437': [zip((_, names) => names), ['Pr\x81fung.pdf', 'Pr\x82fung.pdf', 'audit-trail.pdf']],
	'zip-deflated': [zip((bytes) => bytes.readUInt16LE(6) === 0x800 && bytes.readUInt16LE(8)), 8],
	'zip-descriptors': [zip((bytes) => [bytes.readUInt16LE(6) & 8, bytes.readUInt16LE(8)]), [8, 8]],
	zip64: [zip(has(0x06064b50)), true],
	'zip-comment': [zip((bytes) => bytes.toString('latin1').endsWith('by the service')), true],
	'download-by-redirect': [followed(0), [302, 302, 400, '%PDF-']],
	'download-by-two-redirects': [followed(1), [307, 303, 400, '%PDF-']],
	'download-generated-first': [
		async (place) => [(await place.ask(TRAIL)).status, (await place.ask(TRAIL)).status],
		[202, 200],
	],
	'framing-chunked': [
		seen('GET {draft}', ({ headers }) => [
			headers.get('content-length'),
			headers.get('transfer-encoding'),
		]),
		[null, 'chunked'],
	],
	'framing-crumbs': [seen('GET {draft}', header('transfer-encoding')), 'chunked'],
	'framing-close': [
		seen('GET {draft}', ({ headers }) => [
			headers.get('content-length'),
			headers.get('connection'),
		]),
		[null, 'close'],
	],
	gzip: [seen(TRAIL, header('content-encoding'), { 'Accept-Encoding': 'identity' }), 'gzip'],
	'no-date': [seen('GET {draft}', header('date')), null],
	'processing-slow': [
		async (place) => {
			await processed(place);
			return (await place.ask('POST {draft}:send-for-signing')).status;
		},
		200,
	],
	'processing-unknown-state': [processed, ['converting', 'uploaded']],
	'processing-done-at-once': [processed, ['uploaded']],
	'document-late': [processed, ['pending', 404, 'uploaded']],
	'deletes-later': [
		async (place) => {
			const { status } = await place.ask('DELETE {draft}');
			const looks: number[] = [];
			do looks.push((await place.ask('GET {draft}')).status);
			while (looks.at(-1) === 200);
			return [status, looks[0], looks.at(-1)];
		},
		[202, 200, 404],
	],
	'send-old-status': [
		async (place) => {
			const { json } = await place.ask('POST {draft}:send-for-signing');
			return [json.status, (await place.ask('GET {draft}')).json.status];
		},
		['drafted', 'sent'],
	],
	'send-nothing': [
		async (place) => {
			const { status, text } = await place.ask('POST {draft}:send-for-signing');
			return [status, text, (await place.ask('GET {draft}')).json.status];
		},
		[202, '', 'sent'],
	],
	'document-names-cleaned': [
		async (place) => {
			const { json } = await place.ask('PATCH {document}', { name: 'Prüf Bericht.PDF' });
			return json.name;
		},
		'pr_f_bericht.pdf',
	],
};
