import type { NodeApiError } from 'n8n-workflow';

import type { Call } from '../../../../nodes/ESignature/core';
import { SentEntries } from '../../../../nodes/ESignature/core/bulk';
import { complaint } from './complaint';

const ROUTE = 'POST /sign/envelopes/{envelopeID}/participants';

/** What is found after requests with these bodies, each refused with its error. */
async function refused(...requests: Array<[body: unknown, error: NodeApiError]>) {
	const sent = new SentEntries();
	for (const [body, error] of requests) {
		const call = { request: async () => await Promise.reject(error) } as unknown as Call;
		await sent
			.watching(call)
			.request(ROUTE, { envelopeID: 'a', body: body as never })
			.catch(() => {});
	}
	return sent;
}

describe('the entry that the service complains about', () => {
	const items = ['x', 'y', 'z'];

	it.each([
		['items[2].email', 'z'],
		['items.2.email', 'z'],
		['items[0]', 'x'],
		['items[1].authentication.accessCode', 'y'],
		['items[3]', undefined],
		['items[99999]', undefined],
		['items', undefined],
		['email', undefined],
		['xitems[1]', undefined],
		['items[-1]', undefined],
	])('is found by what it is called (%j)', async (field, expected) => {
		const error = complaint(field);
		expect((await refused([{ items }, error])).complained(error)).toBe(expected);
	});

	it('is the first that is named', async () => {
		const error = complaint('role', 'items[1].email', 'items[0].email');
		expect((await refused([{ items }, error])).complained(error)).toBe('y');
	});

	it('is the only one of its request, however it is called', async () => {
		const [alone, single] = [complaint('email'), complaint('email')];
		const sent = await refused([{ items: ['x'] }, alone], ['y', single]);
		expect([sent.complained(alone), sent.complained(single)]).toEqual(['x', 'y']);
	});

	it('belongs to the request that was refused, not to a later one', async () => {
		const [first, later] = [complaint('items[0]'), complaint('items[0]')];
		const sent = await refused([{ items }, first], [{ items: ['z', 'y'] }, later]);
		expect([sent.complained(first), sent.complained(later)]).toEqual(['x', 'z']);
	});

	it('is unknown for an error that no request raised', async () => {
		expect((await refused()).complained(complaint('items[0]'))).toBeUndefined();
	});
});
