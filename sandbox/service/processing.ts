import { PDFDocument } from 'pdf-lib';

import { htmlLines } from '../files/htmlLines';
import { paged, plainPdf } from '../files/plainPdf';
import { LIMITS } from './limits';
import type { StoredDocument } from './records';
import type { Service } from './service';

interface Upload {
	bytes: Buffer;
	fileName: string;
	/** None for a PDF. */
	contentType?: string;
}

/** pending -> uploaded or failed: later, or before this resolves if processing takes no time. */
export async function startProcessing(
	service: Service,
	document: StoredDocument,
	upload: Upload,
): Promise<void> {
	const planned = service.failures.shift();
	const { processingMs } = service.settings;
	const process = async () => {
		const pdf = converted(upload);
		const outcome = await measure(pdf);
		document.numPages = outcome.pages;
		document.failureReason = planned ?? outcome.failure;
		document.status = document.failureReason ? 'failed' : 'uploaded';
		if (document.status === 'uploaded') document.pdf = pdf;
	};
	if (processingMs === 0) return await process();
	service.timers.after(processingMs, process);
}

/** Anything but PDF is converted (docs/api.md, Documents); of HTML the text is kept, of others nothing. */
function converted({ bytes, fileName, contentType }: Upload): Buffer {
	if (contentType === undefined || contentType === 'application/pdf') return bytes;
	return contentType === 'text/html'
		? plainPdf(paged(htmlLines(bytes.toString('utf8'))))
		: plainPdf([[`Converted from ${fileName}`, `${bytes.length} bytes`]]);
}

/** The reasons are named like types of errors (docs/api.md, Errors); the last one is assumed. */
async function measure(pdf: Buffer): Promise<{ pages: number; failure?: string }> {
	try {
		const parsed = await PDFDocument.load(pdf, {
			updateMetadata: false,
			ignoreEncryption: true,
			throwOnInvalidObject: true,
		});
		if (parsed.isEncrypted) return { pages: 0, failure: 'PDFIsPasswordProtected' };
		const pages = parsed.getPageCount();
		if (pages > LIMITS.documentPages) return { pages, failure: 'PageLimitReached' };
		return pages > 0 ? { pages } : { pages, failure: 'PDFIsCorrupted' };
	} catch {
		return { pages: 0, failure: 'PDFIsCorrupted' };
	}
}
