import { filesBelow } from '../support/folder';
import { samplePdf } from '../support/files';
import { fileService, unframed, type FileService } from '../support/fileService';
import { hurry } from './hurry';

hurry();
let service: FileService;
let first: Buffer;
/** The same file with a second revision behind it, as a signature adds one. */
let second: Buffer;
beforeAll(async () => {
	first = await samplePdf();
	const revision =
		'9 0 obj\n<< /Type /Sig >>\nendobj\nxref\n0 0\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n';
	second = Buffer.concat([first, Buffer.from(revision.padStart(3_000, '\n'))]);
});
afterEach(async () => await service.close());

const kept = () =>
	filesBelow(service.engine.binaryFolder).filter((name) => !name.endsWith('.metadata'));

/** Answers without a length, with one body after the other; the last one again and again. */
const answering = async (...bodies: Array<Buffer | number>) =>
	await fileService((_, response, nth) => {
		const body = bodies[Math.min(nth, bodies.length) - 1] as Buffer | number;
		if (typeof body === 'number') response.writeHead(body).end();
		else unframed(response).end(body);
	});

const downloaded = async () => {
	const { items, error } = await service.download('AuditTrail');
	expect(error).toBeUndefined();
	const stored = await service.engine.readBinary(items[0]?.binary?.data as never);
	return { json: items[0]?.json, stored };
};

describe('a PDF of which HTTP does not tell where it ends', () => {
	it('is fetched once more, and its length does not count as verified', async () => {
		service = await answering(first);
		const { json, stored } = await downloaded();
		expect(stored.equals(first)).toBe(true);
		expect(json).toMatchObject({ lengthVerified: false, structureVerified: true });
		expect(service.asked).toHaveLength(2);
		expect(kept()).toHaveLength(1);
	});

	it('is replaced by the second copy if the first one is its beginning', async () => {
		service = await answering(first, second);
		expect((await downloaded()).stored.equals(second)).toBe(true);
		expect(service.asked).toHaveLength(2);
	});

	it('is kept if the second copy is its beginning', async () => {
		service = await answering(second, first);
		expect((await downloaded()).stored.equals(second)).toBe(true);
		expect(service.asked).toHaveLength(2);
	});

	it('is kept if each copy is another file, whatever their lengths: it is made anew', async () => {
		const others = await Promise.all(
			['A', 'B and more', 'C and even more'].map(async (text) => await samplePdf(text)),
		);
		service = await answering(...others);
		expect((await downloaded()).stored.equals(others[0] as Buffer)).toBe(true);
		expect(service.asked).toHaveLength(2);
	});

	it('is kept if the service gives it out only once', async () => {
		service = await answering(first, 410);
		expect((await downloaded()).stored.equals(first)).toBe(true);
	});

	it('is kept if the service is making it anew when asked again', async () => {
		service = await answering(first, 202);
		expect((await downloaded()).stored.equals(first)).toBe(true);
	});

	it('is not kept if each second copy arrives cut', async () => {
		const cut = first.subarray(0, 500);
		service = await answering(first, cut, first, cut, cut);
		const { items, error } = await service.download('AuditTrail');
		expect(items).toEqual([]);
		expect(error?.message).toBe('The file was not kept, because its end is missing');
	});
});
