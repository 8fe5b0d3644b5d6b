import type { IExecuteFunctions } from 'n8n-workflow';

import { inputFile } from '../../../../nodes/ESignature/core/inputFile';

describe('a file of the input', () => {
	const INPUT = { displayName: 'File', name: 'file', type: 'string', default: 'data' } as const;

	/** The file as an operation sees it; n8n's store says that it has 7 bytes. */
	async function fileOf(binary: object) {
		const content = Buffer.from('content');
		const helpers = {
			assertBinaryData: () => binary,
			getBinaryMetadata: jest.fn(async () => ({ fileSize: 7 })),
			getBinaryDataBuffer: jest.fn(async () => content),
		};
		const host = { helpers, getInputData: () => [{ json: {}, binary: { data: binary } }] };
		const file = await inputFile(host as unknown as IExecuteFunctions, 0, 'data', INPUT);
		return { file, helpers };
	}

	it('knows the size of a stored file without loading it', async () => {
		const { file, helpers } = await fileOf({
			id: 'filesystem:1',
			data: 'filesystem',
			fileName: 'a',
		});

		expect(file).toMatchObject({ name: 'a', bytes: 7 });
		expect(helpers.getBinaryDataBuffer).not.toHaveBeenCalled();
		expect((await file.read()).toString()).toBe('content');
	});

	it('counts the bytes of a file in memory, not the letters that stand for them', async () => {
		const data = Buffer.from('twelve bytes').toString('base64');
		const { file, helpers } = await fileOf({ data, mimeType: 'application/pdf' });

		expect(file).toMatchObject({ bytes: 12, mediaType: 'application/pdf' });
		expect(helpers.getBinaryMetadata).not.toHaveBeenCalled();
	});

	it('takes a file without a name or a type', async () => {
		expect((await fileOf({ data: '' })).file).toMatchObject({ name: '', mediaType: '', bytes: 0 });
	});
});
