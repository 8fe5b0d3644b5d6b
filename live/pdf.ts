import { execFileSync } from 'node:child_process';
import { PDFDocument, PDFName } from 'pdf-lib';

import { findTexts, readPdf } from '../nodes/ESignature/lib/pdf-text';

/** Whether a PDF is signed and by whom, has form fields, and shows a text. */
export async function describePdf(
	bytes: Buffer,
	text?: string,
): Promise<{ isPlain: boolean; says: string }> {
	const raw = bytes.toString('latin1');
	const isSigned = /\/ByteRange\s*\[/.test(raw);
	const hasTime = /\/DocTimeStamp|ETSI\.RFC3161/.test(raw);
	const parsed = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
	const hasForm = parsed.catalog.has(PDFName.of('AcroForm'));
	const [found] = text === undefined ? [] : await findTexts(await readPdf(bytes), [text]);
	const says = [
		isSigned ? `a digital signature (${signerOf(raw)})` : 'no digital signature',
		hasTime ? 'a time stamp' : 'no time stamp',
		hasForm ? 'a form' : 'no form',
		...(found ? [`the entered text ${found.places.length > 0 ? 'in it' : 'not in it'}`] : []),
	];
	return { isPlain: !isSigned && !hasTime && !hasForm, says: says.join(', ') };
}

/** The organization in the certificate, since the name in it may be that of a person. */
function signerOf(raw: string): string {
	const hex = /\/Contents\s*<([0-9a-f]+)>/i.exec(raw)?.[1] ?? '';
	try {
		const input = Buffer.from(hex, 'hex');
		const said = execFileSync('openssl', ['pkcs7', '-inform', 'DER', '-print_certs', '-noout'], {
			input,
		}).toString();
		const names = [...said.matchAll(/subject=.*?\bO ?= ?([^,\n]+)/g)].map(([, name]) => name);
		return names.length > 0
			? `of ${[...new Set(names)].join(', ')}`
			: 'without the name of an organization';
	} catch {
		return 'openssl cannot read whose';
	}
}
