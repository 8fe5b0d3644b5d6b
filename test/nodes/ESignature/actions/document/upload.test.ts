import { uploadOf } from '../../../../../nodes/ESignature/actions/document/document';
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
	it.each<[unknown, string]>([
		['Contract.pdf', 'Contract.pdf'],
		['  Contract.pdf ', '  Contract.pdf '],
		[4711, '4711'],
		['', 'lease.pdf'],
		['   ', 'lease.pdf'],
		[undefined, 'lease.pdf'],
		[null, 'lease.pdf'],
		[{}, 'lease.pdf'],
	])('that is named %j is called %j', (name, expected) => {
		expect(uploadOf(file(), { name }).metadata.name).toBe(expected);
	});

	it('has a name and a content; how long and how large they may be, the service decides', () => {
		const long = 'x'.repeat(LIMITS.documentNameLength + 1);
		const bytes = LIMITS.documentBytes + 1;
		expect(uploadOf(file({ bytes }), { name: long })).toMatchObject({
			metadata: { name: long },
			bytes,
		});
		expect(() => uploadOf(file({ name: '' }))).toThrow('The document has no name');
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
	])('is sent as it is registered when the file is labeled %j', (mediaType, type) => {
		expect(typeOf({ mediaType })).toBe(type);
	});

	it.each(['text/csv', 'Text/CSV; charset=utf-8', 'video/mp4', 'pdf', ';'])(
		'is sent as it was entered (%j), but for blanks around it',
		(entered) => {
			expect(typeOf({}, ` ${entered}\n`)).toBe(entered);
		},
	);

	it('is found by the extension of the entered name if the file has none', () => {
		const unnamed = file({ name: '', mediaType: 'application/octet-stream' });
		expect(uploadOf(unnamed, { name: 'Offer.rtf' }).metadata.contentType).toBe('application/rtf');
	});

	it('is what the file is labeled as, whatever its name', () => {
		expect(typeOf({ name: 'a.pdf', mediaType: 'image/png; q=1' })).toBe('image/png');
	});

	it.each(['video/mp4', 'pdf', 'text/plain; charset=utf-8'])(
		'is the label of the file even if it is unknown (%j), so that the service decides',
		(mediaType) => {
			expect(typeOf({ name: 'a.bin', mediaType })).toBe(mediaType);
		},
	);

	it.each(['', ' ', 'Binary/Octet-Stream; a=b', 'text/csv\r\nX-Other: 1', {} as never])(
		'is not sent when nothing says it (%j), so that the service takes it as a PDF or refuses it',
		(mediaType) => {
			expect(typeOf({ name: 'notes', mediaType })).toBeUndefined();
		},
	);

	it.each(['text/csv\r\nX-Other: 1', 'text/\u0000', 'text/caf\u00e9'])(
		'is not entered with characters that no header has (%j)',
		(entered) => {
			expect(() => typeOf({}, entered)).toThrow("The 'Content Type' contains characters");
		},
	);
});
