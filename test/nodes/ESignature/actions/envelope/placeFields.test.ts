import {
	placeInDraft,
	placeInFiles,
} from '../../../../../nodes/ESignature/actions/envelope/placeFields';
import { bytesOf, fileOf, onePage } from '../../lib/handMade';

const ADA = { email: 'ada@example.com', role: 'signer' };

function place(content: string, rules: object, contentType?: string, fields: object[] = []) {
	const read = jest.fn(async () =>
		bytesOf(fileOf(onePage(`BT /F1 10 Tf 100 700 Td ${content} ET`))),
	);
	const wanted = {
		documents: [{ metadata: { name: 'Lease.pdf', contentType }, read }],
		fields,
		participants: [ADA],
		rules,
	};
	const call = { pause: async () => {}, assertNotCanceled: () => {} };
	const placed = placeInFiles(call as never, wanted as never).then((one) => one.fields);
	return { placed, read };
}

describe('the fields of an envelope', () => {
	it('are refused without reading the file if a signer has none and tags cannot bring one', async () => {
		const { placed, read } = place('([[signature:1]]) Tj', { tags: false });

		await expect(placed).rejects.toThrow('ada@example.com has no field');
		expect(read).not.toHaveBeenCalled();
	});

	it('may all come from the tags in the file', async () => {
		const { placed } = place('([[signature:1]]) Tj', { tags: true });

		expect(await placed).toMatchObject([{ document: 0, by: 'tag', field: { type: 'signature' } }]);
	});

	it('have document, signer, position and the text that was found, before anything is sent', async () => {
		const at = { text: 'Sign', occurrence: 'first', place: 'over', offset: [0, 0], size: [9, 9] };
		const field = { document: 0, signer: 0, field: { type: 'name' }, at };
		const { placed } = place('(Sign: [[signature]]) Tj', { tags: true }, undefined, [field]);

		const box = [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)];
		const position = { page: 1, boundingBox: box };
		expect(await placed).toMatchObject([
			{ document: 0, signer: 0, at: position, foundAt: 'Sign' },
			{ document: 0, signer: 0, at: position, foundAt: '[[signature]]' },
		]);
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
		expect(await place('(Lease) Tj', { tags: false, allowUnassigned: true }).placed).toEqual([]);
	});
});

describe('the fields of a file that the service converts', () => {
	const onPage = async (page: number, numPages: unknown) => {
		const field = { type: 'signature' };
		const parts = {
			documents: [{ metadata: { name: 'Lease.docx', contentType: 'application/msword' } }],
			fields: [{ document: 0, signer: 0, field, at: { page } }],
			participants: [ADA],
			rules: { allowUnassigned: true, allowOverlap: true },
		};
		const made = [{ ID: 'document', numPages }];
		return await placeInDraft({} as never, 'envelope' as never, made as never, parts as never);
	};

	it('are refused if they are on a page that it turns out not to have', async () => {
		await expect(onPage(3, 2)).rejects.toThrow(/page 3/i);
		expect(await onPage(2, 2)).toHaveLength(1);
	});

	it.each([0, undefined])(
		'are left to the service if it does not count the pages: %p',
		async (numPages) => {
			expect(await onPage(3, numPages)).toMatchObject([{ document: 0, at: { page: 3 } }]);
		},
	);
});
