import fc from 'fast-check';

import { multipartOf } from '../../../../nodes/ESignature/transport/multipart';
import { draws } from '../../../support/draws';

describe('an upload', () => {
	const document = (fileName: string, payload = Buffer.from('%PDF-1.7')) => ({
		metadata: { name: fileName },
		payload,
		fileName,
	});

	/** The parts as a server splits them: head lines and bytes. */
	function partsOf({ headers, body }: ReturnType<typeof multipartOf>) {
		const boundary = headers['Content-Type'].split('boundary=')[1];
		const text = body.toString('latin1');
		const parts = text.split(`--${boundary}`);
		return {
			closed: parts.shift() === '' && parts.pop() === '--\r\n',
			parts: parts.map((part) => {
				const [head = '', ...rest] = part.replace(/^\r\n/, '').split('\r\n\r\n');
				return { head: head.split('\r\n'), bytes: rest.join('\r\n\r\n').replace(/\r\n$/, '') };
			}),
		};
	}

	it('has two parts: the metadata as JSON and the bytes', () => {
		const metadata = { name: 'letter.doc', contentType: 'application/msword' };
		const { closed, parts } = partsOf(
			multipartOf({ metadata, payload: Buffer.from('DOC'), fileName: 'letter.doc' }),
		);

		expect(closed).toBe(true);
		expect(parts).toEqual([
			{
				head: [
					'Content-Disposition: form-data; name="metadata"; filename="metadata.json"',
					'Content-Type: application/json',
				],
				bytes: JSON.stringify(metadata),
			},
			{
				head: [
					'Content-Disposition: form-data; name="payload"; filename="letter.doc"',
					'Content-Type: application/msword',
				],
				bytes: 'DOC',
			},
		]);
	});

	it('carries the bytes unchanged, whatever they are', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 2_000 }), (content) => {
				const payload = Buffer.from(content);
				const { body } = multipartOf(document('a.pdf', payload));
				const start = body.indexOf('\r\n\r\n', body.indexOf('name="payload"')) + 4;
				return body.subarray(start, start + payload.length).equals(payload);
			}),
		);
	});

	it('lets no file name end its header or begin another', () => {
		const [, payload] = partsOf(multipartOf(document('a"b\r\nc'))).parts;
		expect(payload?.head[0]).toMatch(/filename="a%22b%0D%0Ac"$/);
		const name = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.string({
				unit: fc.constantFrom('"', '\r', '\n', '\\', ';', 'a', '-', '\u0085', '\u2028'),
			}),
		);
		fc.assert(
			fc.property(name, (fileName) => {
				const { closed, parts } = partsOf(multipartOf(document(fileName)));
				const [disposition = '', type, ...more] = parts[1]?.head ?? [];
				return (
					closed &&
					parts.length === 2 &&
					more.length === 0 &&
					type === 'Content-Type: application/pdf' &&
					/^Content-Disposition: form-data; name="payload"; filename="[^"\r\n]*"$/.test(disposition)
				);
			}),
			{ numRuns: draws(5_000) },
		);
	});

	it('has a boundary of its own each time, so that a file cannot know it', () => {
		const [one, other] = [1, 2].map(() => multipartOf(document('a.pdf')).headers['Content-Type']);

		expect(one).not.toBe(other);
		expect(one).toMatch(/^multipart\/form-data; boundary=[\w-]{20,70}$/);
	});
});
