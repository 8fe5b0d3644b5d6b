/* eslint-disable @n8n/community-nodes/no-restricted-imports -- makes an answer */
import { Readable } from 'node:stream';

import { readRefusal } from '../../../../../nodes/ESignature/transport/wire/attempt';
import type { TimeLimit } from '../../../../../nodes/ESignature/transport/wire/time';
import { bodyOf } from '../fakeHost';

const watch = { touch: () => {} } as unknown as TimeLimit;
const refused = async (body: string) =>
	await readRefusal(
		{ statusCode: 400, headers: {}, body: Readable.from([Buffer.from(body)]) },
		watch,
	);

it('reads the beginning of a text that is too long to be read to its end', async () => {
	const failure = await refused(`Not today: ${'long '.repeat(100_000)}`);
	expect(failure).toMatchObject({
		kind: 'refused',
		problem: { detail: expect.stringMatching(/^Not today: long /) },
	});
});

it('says nothing of a web page, or of JSON, that is too long', async () => {
	for (const body of [`<p>${'x'.repeat(100_000)}</p>`, `{"detail":"${'x'.repeat(100_000)}"}`]) {
		expect(await refused(body)).toMatchObject({ problem: { detail: undefined } });
	}
});

it.each([400, 404, 409, 503])(
	'keeps the status %d of an answer whose body breaks',
	async (status) => {
		const body = bodyOf(new Error('broken'));
		const failure = await readRefusal({ statusCode: status, headers: {}, body }, watch);

		expect(failure).toMatchObject({ kind: 'refused', status, problem: { detail: undefined } });
	},
);
