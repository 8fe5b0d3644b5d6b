import { PDFDocument } from 'pdf-lib';

import type { DamagedFile } from '../../../../../nodes/ESignature/errors/failure';
import { checkPdf } from '../../../../../nodes/ESignature/transport/files/keepFile';
import { endsOf } from './archives';

const START = '%PDF-1.7\n';
const END = '\n%%EOF\n';
/** What is wrong with a PDF, if anything is. */
function fault(...chunks: Buffer[]): string | undefined {
	try {
		checkPdf(endsOf(...chunks));
		return undefined;
	} catch (error) {
		return (error as DamagedFile).message;
	}
}
const faultOf = (text: string) => fault(Buffer.from(text, 'latin1'));

describe('a PDF', () => {
	it.each([
		['one page', 1],
		['fifty pages', 50],
	])('as a library writes it has no fault: %s', async (_, pages) => {
		const pdf = await PDFDocument.create();
		for (let page = 0; page < pages; page++) pdf.addPage();

		for (const useObjectStreams of [true, false]) {
			expect(fault(Buffer.from(await pdf.save({ useObjectStreams })))).toBeUndefined();
		}
	});

	it('may have bytes before its start and after its end, as readers allow', () => {
		expect(faultOf(`${'\n'.repeat(1_000)}${START}x${END}`)).toBeUndefined();
		expect(faultOf(`${START}x${END}${'\0'.repeat(1_000)}`)).toBeUndefined();
	});

	it.each([1_100, 70_000])('may have %d blanks or zeros behind its end', (length) => {
		for (const blank of ['\0', ' ', '\n', '\r\n', '\t']) {
			const padded = `${START}x${END}${blank.repeat(length)}`.match(/[^]{1,65536}/g) ?? [];
			const chunks = padded.map((chunk) => Buffer.from(chunk, 'latin1'));
			expect(fault(...chunks)).toBeUndefined();
		}
	});

	it('has one fault when its end is cut off, wherever', () => {
		const whole = `${START}${'x'.repeat(5_000)}%%EOF`;
		for (let length = START.length; length < whole.length; length++) {
			expect(faultOf(whole.slice(0, length))).toBe('its end is missing');
		}
		expect(faultOf(whole)).toBeUndefined();
	});

	it('ends at its end, not in its middle', () => {
		expect(faultOf(`${START}${END}${'x'.repeat(2_000)}`)).toBe('its end is missing');
	});

	it.each([
		['nothing', ''],
		['a web page', `<!doctype html>${'x'.repeat(2_000)}%PDF-1.7${END}`],
		['JSON', '{"status":404}'],
		['a ZIP', 'PK\x03\x04'],
		['a start that is cut off', '%PDF'],
		['another case', `%pdf-1.7${END}`],
		['an executable', `MZ\x90\0${END}`],
	])('is not %s', (_, text) => {
		expect(faultOf(text)).toBe('it is not a PDF');
	});
});

describe('a PDF with several revisions', () => {
	const first = handMade();
	const object = '2 0 obj\n<< /Type /Sig >>\nendobj\n';
	const second = `${first}${object}xref\n0 0\ntrailer\n<< /Prev ${first.indexOf('xref')} >>\nstartxref\n${
		first.length + object.length
	}\n%%EOF\n`;

	it('is whole', () => {
		expect(fault(Buffer.from(first))).toBeUndefined();
		expect(fault(Buffer.from(second))).toBeUndefined();
	});

	it('is not whole while its last revision is not', () => {
		for (let length = first.length + 8; length < second.length - 2; length++) {
			expect(faultOf(second.slice(0, length))).toBe('its end is missing');
		}
	});
});

describe('a PDF made for fast display', () => {
	const { text, firstEnd } = linearized();

	it('is whole at the length that it states', () => {
		expect(fault(Buffer.from(text))).toBeUndefined();
	});

	it('is not whole at the end of its first part, which looks like one', () => {
		for (let length = firstEnd; length < text.length - 2; length++) {
			expect(faultOf(text.slice(0, length))).toBe('its end is missing');
		}
	});

	it('may have grown by another revision, or lost a line break at its end', () => {
		expect(faultOf(`${text}${handMade().slice(9)}`)).toBeUndefined();
		expect(faultOf(text.trimEnd())).toBeUndefined();
	});
});

function handMade(): string {
	const body = `${START}1 0 obj\n<< /Type /Catalog >>\nendobj\n`;
	const table = 'xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \n';
	return `${body}${table}trailer\n<< /Size 2 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}

/** In the order of annex F: first page and its table, which points nowhere, then all the rest. */
function linearized(): { text: string; firstEnd: number } {
	const part = (length: string) =>
		`${START}1 0 obj\n<< /Linearized 1 /L ${length} /N 2 >>\nendobj\n`;
	const table = 'xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 9 /Root 2 0 R >>\n';
	const first = `${table}startxref\n0\n%%EOF\n2 0 obj\n<< /Type /Catalog >>\nendobj\n`;
	const at = part('00000').length;
	const rest = `${'3 0 obj\n<< /Type /Page >>\nendobj\n'.repeat(30)}${table}startxref\n${at}\n%%EOF\n`;
	const length = at + first.length + rest.length;
	const firstEnd = at + first.indexOf('%%EOF') + 5;
	return { text: `${part(String(length).padStart(5, '0'))}${first}${rest}`, firstEnd };
}
