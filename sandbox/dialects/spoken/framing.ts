/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { gzipSync } from 'node:zlib';

import type { Answered, Dialect } from '../dialect';

const HTTP = 'The contract says nothing about HTTP framing; RFC 9112, 6.3 leaves it to the server';

const framed = (framing: Answered['framing']) => (answered: Answered) => ({ ...answered, framing });

/** How the bytes of an answer travel. */
export const framing: Dialect[] = [
	{
		name: 'framing-chunked',
		changes: 'No answer announces its length: it comes in chunks',
		leftOpenBy: HTTP,
		group: 'framing',
		answer: framed('chunked'),
	},
	{
		name: 'framing-crumbs',
		changes: 'Answers come in chunks of few bytes, cut in the middle of characters',
		leftOpenBy: HTTP,
		group: 'framing',
		answer: framed('crumbs'),
	},
	{
		name: 'framing-close',
		changes: 'The end of the connection is the end of an answer',
		leftOpenBy: HTTP,
		group: 'framing',
		answer: framed('close'),
	},
	{
		name: 'gzip',
		changes: 'Everything is compressed, files too, whatever was asked for',
		leftOpenBy:
			'The contract says nothing about content coding; RFC 9110, 12.5.3 only recommends to respect Accept-Encoding',
		answer: (answered) =>
			answered.body.kind === 'nothing'
				? answered
				: {
						...answered,
						headers: { ...answered.headers, 'Content-Encoding': 'gzip' },
						encode: (bytes) => gzipSync(bytes, { level: 1 }),
					},
	},
	{
		name: 'no-date',
		changes: 'Answers have no Date header',
		leftOpenBy:
			'The contract names no response header; RFC 9110, 6.6.1: a server without a clock sends none',
		answer: (answered) => ({ ...answered, dateless: true }),
	},
];
