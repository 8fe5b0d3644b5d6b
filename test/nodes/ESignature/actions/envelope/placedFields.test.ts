import {
	placedInDraft,
	placedInFiles,
} from '../../../../../nodes/ESignature/actions/envelope/placedFields';
import { bytesOf, fileOf, onePage } from '../../lib/pdf-text/handMade';

const signer = { email: 'ada@example.com', role: 'signer' };

function place(content: string, rules: object, contentType?: string) {
	const read = jest.fn(async () =>
		bytesOf(fileOf(onePage(`BT /F1 10 Tf 100 700 Td ${content} ET`))),
	);
	const parts = {
		documents: [{ metadata: { name: 'Lease.pdf', contentType }, read }],
		fields: [],
		participants: [signer],
		rules,
	};
	const placed = placedInFiles({ pause: async () => {} } as never, parts as never);
	return { placed, read };
}

describe('the fields of an envelope', () => {
	it('are refused without a look into the file if a signer has none and tags cannot bring one', async () => {
		const { placed, read } = place('([[signature:1]]) Tj', { tags: false });

		await expect(placed).rejects.toThrow('ada@example.com has no field');
		expect(read).not.toHaveBeenCalled();
	});

	it('may all come from the tags in the file', async () => {
		const { placed } = place('([[signature:1]]) Tj', { tags: true });

		expect(await placed).toMatchObject([{ document: 0, by: 'tag', field: { type: 'signature' } }]);
	});

	it('are refused if there should be tags and there is none', async () => {
		const { placed, read } = place('(Lease) Tj', { tags: true });

		await expect(placed).rejects.toThrow(/tag/);
		expect(read).toHaveBeenCalled();
	});

	it('may still come from a file that the service has to convert first', async () => {
		const { placed, read } = place('', { tags: true }, 'application/msword');

		expect(await placed).toEqual([]);
		expect(read).not.toHaveBeenCalled();
	});

	it('may be none if signers without fields are allowed', async () => {
		expect(await place('(Lease) Tj', { tags: false, allowIdle: true }).placed).toEqual([]);
	});
});

describe('the fields of a file that the service converts', () => {
	const onPage = async (page: number, numPages: unknown) => {
		const field = { type: 'signature', participantID: '0', page };
		const parts = {
			documents: [{ metadata: { name: 'Lease.docx', contentType: 'application/msword' } }],
			fields: [{ document: 0, field }],
			participants: [signer],
			rules: { allowIdle: true, allowOverlap: true },
		};
		const made = [{ ID: 'document', numPages }];
		return await placedInDraft({} as never, 'envelope' as never, made as never, parts as never);
	};

	it('are refused if they are on a page that it turns out not to have', async () => {
		await expect(onPage(3, 2)).rejects.toThrow(/page 3/i);
		expect(await onPage(2, 2)).toHaveLength(1);
	});

	it.each([0, undefined])(
		'are left to the service if it does not count the pages: %p',
		async (numPages) => {
			expect(await onPage(3, numPages)).toMatchObject([{ document: 0, field: { page: 3 } }]);
		},
	);
});
