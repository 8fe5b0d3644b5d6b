import { PDFDocument } from 'pdf-lib';

import { pdfFault } from '../../../../../nodes/ESignature/transport/files/pdf';
import { endsOf } from './archives';

const START = '%PDF-1.7\n';
const END = '\n%%EOF\n';
const faultOf = (text: string) => pdfFault(endsOf(Buffer.from(text, 'latin1')));

describe('a PDF', () => {
	it.each([
		['one page', 1],
		['fifty pages', 50],
	])('as a library writes it has no fault: %s', async (_, pages) => {
		const pdf = await PDFDocument.create();
		for (let page = 0; page < pages; page++) pdf.addPage();

		expect(pdfFault(endsOf(Buffer.from(await pdf.save())))).toBeUndefined();
	});

	it('may have bytes before its start and after its end, as readers allow', () => {
		expect(faultOf(`${'\n'.repeat(1_000)}${START}x${END}`)).toBeUndefined();
		expect(faultOf(`${START}x${END}${'\0'.repeat(1_000)}`)).toBeUndefined();
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
