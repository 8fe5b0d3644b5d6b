import { loaded, uploadOf } from '../../../../../nodes/ESignature/actions/document/upload';
import { ACCEPTED_TYPES, LIMITS } from '../../../../../nodes/ESignature/api';
import type { InputFile } from '../../../../../nodes/ESignature/core';

const file = (values: Partial<InputFile> = {}): InputFile => ({
	name: 'lease.pdf',
	mediaType: 'application/pdf',
	bytes: 3,
	read: async () => Buffer.from('abc'),
	...values,
});

describe('an upload', () => {
	it('loads its file only when it is sent', async () => {
		const read = jest.fn(async () => Buffer.from('abc'));
		const upload = uploadOf(file({ read }));

		expect(read).not.toHaveBeenCalled();
		expect(await loaded(upload)).toEqual({
			metadata: { name: 'lease.pdf' },
			fileName: 'lease.pdf',
			payload: Buffer.from('abc'),
		});
	});

	it.each<[unknown, string]>([
		['Contract.pdf', 'Contract.pdf'],
		['  Contract.pdf ', 'Contract.pdf'],
		[4711, '4711'],
		['', 'lease.pdf'],
		['   ', 'lease.pdf'],
		[undefined, 'lease.pdf'],
		[null, 'lease.pdf'],
		[{}, 'lease.pdf'],
	])('that is named %j is called %j', (name, expected) => {
		expect(uploadOf(file(), { name }).metadata.name).toBe(expected);
	});

	it('has a name that the service can store', () => {
		const longest = 'x'.repeat(LIMITS.documentNameLength);
		expect(uploadOf(file(), { name: longest }).metadata.name).toBe(longest);
		expect(() => uploadOf(file(), { name: `${longest}x` })).toThrow(
			"The document's name must have",
		);
		expect(() => uploadOf(file({ name: '' }))).toThrow("The document's name must have");
	});

	it('is neither empty nor larger than the service takes', () => {
		const { documentBytes } = LIMITS;
		expect(uploadOf(file({ bytes: documentBytes })).bytes).toBe(documentBytes);
		expect(() => uploadOf(file({ bytes: documentBytes + 1 }))).toThrow('The file has 20.0 MB');
		expect(() => uploadOf(file({ bytes: 0 }))).toThrow('The file is empty');
	});
});

describe('the type of an upload', () => {
	const typeOf = (values: Partial<InputFile>, contentType?: unknown) =>
		uploadOf(file(values), { contentType }).metadata.contentType;

	it('is not sent for a PDF, so that the service does not convert it', () => {
		expect(typeOf({})).toBeUndefined();
		expect(typeOf({ mediaType: 'APPLICATION/PDF; version=1.7' })).toBeUndefined();
		expect(typeOf({ mediaType: 'text/csv' }, 'application/pdf')).toBeUndefined();
	});

	it.each(Object.entries(ACCEPTED_TYPES).filter(([, type]) => type !== 'application/pdf'))(
		'is found by the extension %s when the label says nothing',
		(extension, type) => {
			const name = `file.${extension.toUpperCase()}`;
			expect(typeOf({ name, mediaType: 'application/octet-stream' })).toBe(type);
			expect(typeOf({ name, mediaType: '' })).toBe(type);
		},
	);

	it.each([
		['text/csv', 'text/csv'],
		[' Text/CSV ', 'text/csv'],
		['text/csv; charset=utf-8', 'text/csv'],
		['text/html;charset=utf-8;x=1', 'text/html'],
		[
			'application/vnd.ms-word.document.macroenabled.12',
			'application/vnd.ms-word.document.macroEnabled.12',
		],
	])('may be entered as %j', (entered, type) => {
		expect(typeOf({}, entered)).toBe(type);
	});

	it('is what the file is labelled as, whatever its name', () => {
		expect(typeOf({ name: 'a.pdf', mediaType: 'image/png; q=1' })).toBe('image/png');
	});

	it.each(['video/mp4', 'pdf', ';', 'text/plain; charset=utf-8'])(
		'is refused when the service does not accept it (%j)',
		(entered) => {
			expect(() => typeOf({}, entered)).toThrow('The service does not accept');
			expect(() => typeOf({ name: 'a.bin', mediaType: entered })).toThrow(
				'The service does not accept this type of file',
			);
		},
	);
});
