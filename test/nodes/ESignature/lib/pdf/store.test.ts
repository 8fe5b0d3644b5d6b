import { readPdf } from '../../../../../nodes/ESignature/lib/pdf-text';
import { drawn, read } from '../pdf-text/handMade';
import {
	bodyOf,
	bytesOf,
	fileOf,
	latin1,
	onePage,
	packedFileOf,
	rowOf,
	stream,
	type Objects,
} from '../handMade';

const CONTENT = 'BT /F1 12 Tf 100 700 Td (Sign here) Tj ET';
const NEWER = stream('BT /F1 12 Tf 100 700 Td (Sign there) Tj ET');

/** A file whose table is a stream, and whose objects 1 to 3 are in another stream. */
const modern = (predicted: boolean): string => packedFileOf(onePage(CONTENT), predicted);

/** A later revision, which has these objects anew. */
function revised(file: string, objects: Objects): string {
	const [, start] = /startxref\n(\d+)/.exec(file) ?? [];
	let added = file;
	let table = 'xref\n';
	for (const [number, object] of Object.entries(objects)) {
		table += `${number} 1\n${String(added.length).padStart(10, '0')} 00000 n \n`;
		added += `${number} 0 obj\n${object}\nendobj\n`;
	}
	return `${added}${table}trailer\n<< /Size 9 /Root 1 0 R /Prev ${start} >>\nstartxref\n${added.length}\n%%EOF\n`;
}

const whole = fileOf(onePage(CONTENT));

it('a stream is as long as it says, though the word that ends one stands in it', async () => {
	const content = 'BT /F1 12 Tf 100 700 Td (endstream) Tj (endobj) Tj ET';

	expect(drawn(await read(fileOf(onePage(content))))).toBe('endstreamendobj');
});

it('objects in a stream are found without a table, also if another object has the number of the stream', async () => {
	const { 5: font, ...others } = onePage(CONTENT) as Record<number, string>;
	const { text } = bodyOf({ ...others, 7: stream(`5 0 ${font}`, '/Type /ObjStm /N 1 /First 4') });
	const root = 'trailer\n<< /Root 1 0 R >>\n%%EOF\n';
	const files = [`${text}${root}`, `${text}7 0 obj\n<< /A 1 >>\nendobj\n${root}`];
	const read = await Promise.all(files.map(async (file) => await readPdf(bytesOf(file))));

	expect(read.map(drawn)).toEqual(['Sign here', 'Sign here']);
});

describe('the objects of a PDF are found', () => {
	it.each([
		['by a table', whole],
		['by a stream, some of them inside another stream', modern(false)],
		['by a stream with predicted rows', modern(true)],
		['with something in front of the file', `HTTP/1.1 200 OK\r\n\r\n${whole}`],
		['with something behind the file', `${whole}\0\0\0\n\n`],
		['without a table', whole.slice(0, whole.indexOf('xref\n0'))],
		['without its end', whole.slice(0, whole.indexOf('startxref'))],
		['with a start of the table that is wrong', whole.replace(/startxref\n\d+/, 'startxref\n17')],
		['with offsets that are wrong', whole.replace('%PDF-1.7\n', '%PDF-1.7\n% moved\n')],
		[
			'with an offset that leads into another object',
			whole.replace(/00000\d+ 00000 n \ntrailer/, '0000000020 00000 n \ntrailer'),
		],
		['with a table that begins at 1 instead of 0', whole.replace('xref\n0 6', 'xref\n1 6')],
		['with more entries stated than there are', whole.replace('xref\n0 6', 'xref\n0 9')],
		['with lines that end in CR alone', whole.replace(/ \n/g, '\r')],
		['with an entry of an unknown kind', whole.replace(' 65535 f ', ' 65535 x ')],
		[
			'with widths of the stream table that make no sense',
			modern(false).replace('[1 3 1]', '[1 9 1]'),
		],
		[
			'with a stream table that is cut',
			modern(false).replace(/startxref\n\d+/, 'startxref\n999999'),
		],
		['with a length that is wrong', whole.replace(/\/Length \d+/, '/Length 3')],
		[
			'with a length that is elsewhere',
			fileOf({
				...onePage(CONTENT),
				4: stream(CONTENT).replace(/\/Length \d+/, '/Length 6 0 R'),
				6: String(CONTENT.length),
			}),
		],
		[
			'with a length that is inside the stream itself',
			fileOf({ ...onePage(CONTENT), 4: stream(CONTENT).replace(/\/Length \d+/, '/Length 4 0 R') }),
		],
	])('%s', async (_, file) => {
		expect(drawn(await read(file))).toBe('Sign here');
	});

	it('in their last revision', async () => {
		const changed = revised(whole, { 4: NEWER });
		expect(drawn(await read(changed))).toBe('Sign there');
		const lost = changed.replace(/startxref\n\d+\n%%EOF\n$/, 'startxref\n5\n%%EOF\n');
		expect(drawn(await read(lost))).toBe('Sign there');
	});

	it('in their last revision, though an older one is in a stream', async () => {
		const { 3: page } = onePage('', { contents: '8 0 R' });
		const changed = revised(modern(false), { 3: String(page), 8: NEWER });

		expect(drawn(await read(changed))).toBe('Sign there');
	});

	it('in the stream that the table names, though a later one has them, too', async () => {
		const file = modern(false);
		const { 3: page } = onePage('', { contents: '8 0 R' });
		const other = stream(`3 0 ${page}`, '/Type /ObjStm /N 1 /First 4');
		const added = `8 0 obj\n${NEWER}\nendobj\n9 0 obj\n${other}\nendobj\n`;

		expect(drawn(await read(`${file}${added}${file.slice(file.indexOf('startxref'))}`))).toBe(
			'Sign here',
		);
		const withoutTable = file.slice(0, file.indexOf('startxref'));
		expect(drawn(await read(`${withoutTable}${added}`))).toBe('Sign there');
	});

	it('in a stream that only newer readers know, before what is older', async () => {
		const { text, offsets } = bodyOf({ ...onePage(CONTENT), 6: NEWER });
		const hidden = rowOf(1, offsets.get(6) ?? 0, 0);
		const table = stream(latin1(hidden), '/Type /XRef /Size 7 /W [1 3 1] /Index [4 1]');
		const renamed = text.replace('6 0 obj', '4 0 obj');
		const old = fileOf(onePage(CONTENT)).split('xref\n0 6\n')[1]?.split('trailer')[0] ?? '';
		// To old readers the content is free.
		const lines = old.split('\n').map((line, at) => (at === 4 ? '0000000000 00000 f ' : line));
		const file = `${renamed}7 0 obj\n${table}\nendobj\n`;
		// A free entry of the newer table would win, so the hidden object must not be in it at all.
		const shown = `0 4\n${lines.slice(0, 4).join('\n')}\n5 1\n${lines[5]}\n`;
		const hybrid = `${file}xref\n${shown}trailer\n<< /Size 8 /Root 1 0 R /XRefStm ${renamed.length} >>\nstartxref\n${file.length}\n%%EOF\n`;

		expect(drawn(await read(hybrid))).toBe('Sign there');
	});

	it('but not inside of others, when the whole file is looked through', async () => {
		const trap = stream('4 0 obj null endobj 1 0 obj << /Type /Catalog >> endobj');
		const file = fileOf({ ...onePage(CONTENT), 6: trap });

		expect(drawn(await read(file.slice(0, file.indexOf('xref\n0'))))).toBe('Sign here');
	});

	it('in a ring of tables, each once', async () => {
		const start = whole.lastIndexOf('xref\n0');

		expect(drawn(await read(whole.replace('/Root', `/Prev ${start} /Root`)))).toBe('Sign here');
	});
});

describe('a file is refused', () => {
	const refused = async (file: string, kind: string) =>
		await expect(readPdf(bytesOf(file))).rejects.toMatchObject({ kind });

	it.each(['', 'PK\x03\x04', '<html>', ' '.repeat(2_000) + whole])(
		'that is no PDF',
		async (file) => {
			await refused(file, 'notPdf');
		},
	);

	it('that is encrypted, also if its table is lost', async () => {
		const objects = { ...onePage(CONTENT), 6: '<< /Filter /Standard /V 2 >>' };
		const file = fileOf(objects, '/Encrypt 6 0 R');

		await refused(file, 'encrypted');
		await refused(file.replace(/startxref\n\d+/, ''), 'encrypted');
	});

	it.each([
		['without a catalog', '%PDF-1.7\n%%EOF'],
		['without pages', fileOf({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Kids [] >>' })],
		[
			'with a page that is missing',
			fileOf({ ...onePage(CONTENT), 2: '<< /Kids [3 0 R 9 0 R] >>' }),
		],
		[
			'with a page that is listed twice',
			fileOf({ ...onePage(CONTENT), 2: '<< /Kids [3 0 R 3 0 R] >>' }),
		],
		['with a tree that is a ring', fileOf({ ...onePage(CONTENT), 2: '<< /Kids [2 0 R] >>' })],
	])('%s', async (_, file) => {
		await refused(file, 'damaged');
	});
});
