import { wrongInput, type Call } from '../../core';
import type { PreviewBox, PreviewOptions } from '../../lib/pdf-preview';
import { quoted } from '../../values/text';
import type {
	FoundTags,
	FoundText,
	PageSize,
	PdfDocument,
	PdfPage,
	PdfProblem,
	SimilarText,
	UnreadPage,
} from '../../lib/pdf-text';

/** A PDF whose text or pages are needed. */
export interface PdfFile {
	/** The name to show. */
	name: string;
	bytes: Uint8Array;
}

/** Loads the reader when the first file comes, since most workflows do not need it. */
const reader = async () => await import('../../lib/pdf-text');

/** Other work waits no longer than this, in milliseconds, and one small piece of the work, while a long document is read. */
const MAX_BLOCKING_MS = 50;

type Waiting = Pick<Call, 'pause' | 'assertNotCanceled'>;

/** Yields to the event loop if it has not run for a while. */
function createYield(call: Waiting): () => Promise<void> {
	let yieldedAt = performance.now();
	return async () => {
		if (performance.now() - yieldedAt < MAX_BLOCKING_MS) return;
		await call.pause(0);
		call.assertNotCanceled();
		yieldedAt = performance.now();
	};
}

/** The pages of a PDF. Undefined if it cannot be read; then the service checks it. */
export async function pageSizes(call: Waiting, bytes: Uint8Array): Promise<PageSize[] | undefined> {
	const { readPageSizes } = await reader();
	try {
		return await readPageSizes(bytes, { pause: createYield(call) });
	} catch {
		call.assertNotCanceled();
		return undefined;
	}
}

/** A PDF that was read, with the results of earlier searches. */
export class PdfText {
	private readonly found = new Map<string, FoundText>();

	private constructor(
		readonly name: string,
		private readonly document: PdfDocument,
		private readonly call: Waiting,
		/** Yields to the event loop if it has not run for a while. */
		readonly pause: () => Promise<void>,
	) {}

	/** `what`: what is searched for, as errors name it. */
	static async read(call: Waiting, file: PdfFile, what: string): Promise<PdfText> {
		const { name, bytes } = file;
		const pause = createYield(call);
		const document = await withReader(
			call,
			unsearchable(name, what),
			async ({ readPdf }) => await readPdf(bytes, { pause }),
		);
		return new PdfText(name, document, call, pause);
	}

	get pages(): readonly PdfPage[] {
		return this.document.pages;
	}

	/** Searches for all texts at once: putting a page in order takes longer than searching it. */
	async search(texts: Iterable<string>): Promise<void> {
		const wanted = [...new Set(texts)].filter((text) => !this.found.has(text));
		const [first] = wanted;
		if (first === undefined) return;
		const { name, document, call, pause } = this;
		const found = await withReader(
			call,
			unsearchable(name, `the text ${quoted(first)}`),
			async ({ findTexts }) => await findTexts(document, wanted, { pause }),
		);
		for (const [index, text] of wanted.entries()) {
			this.found.set(text, found[index] as FoundText);
		}
	}

	/** Every place of a text that was searched for, in the order of reading. */
	hits(text: string): FoundText {
		return this.found.get(text) ?? { places: [], split: [], unreadPages: [] };
	}

	/** Similar texts for an error message; none if the search takes too long. */
	async similar(text: string, pages: readonly PdfPage[]): Promise<SimilarText[]> {
		const { call, pause } = this;
		const { similarTexts } = await reader();
		try {
			return await similarTexts({ pages }, text, { pause });
		} catch {
			call.assertNotCanceled();
			return [];
		}
	}

	async tags(): Promise<FoundTags> {
		const { name, document, call, pause } = this;
		return await withReader(
			call,
			unsearchable(name, 'tags'),
			async ({ findTags }) => await findTags(document, { pause }),
		);
	}
}

/** Does the work. If the PDF cannot be used for it, the user's input is wrong: `refusal` makes the error. */
async function withReader<Result>(
	call: Waiting,
	refusal: (kind: PdfProblem) => Error,
	work: (library: Awaited<ReturnType<typeof reader>>) => Promise<Result>,
): Promise<Result> {
	const library = await reader();
	try {
		return await work(library);
	} catch (error) {
		call.assertNotCanceled();
		throw error instanceof library.PdfError ? refusal(error.kind) : error;
	}
}

/** The PDF with boxes on its pages. */
export async function drawPreview(
	call: Waiting,
	{ name, bytes }: PdfFile,
	boxes: readonly PreviewBox[],
	legend: PreviewOptions['legend'],
): Promise<Uint8Array> {
	const { drawBoxes } = await import('../../lib/pdf-preview');
	const draw = async () => await drawBoxes(bytes, boxes, { legend, pause: createYield(call) });
	return await withReader(call, undrawable(name), draw);
}

const WHY: Record<PdfProblem, string> = {
	notPdf: 'it is not a PDF',
	encrypted: 'the PDF is encrypted',
	damaged: 'the PDF is damaged',
	tooLarge: 'the PDF is too large',
	tooSlow: 'reading it takes too long',
};

const unsearchable = (name: string, what: string) => (kind: PdfProblem) =>
	wrongInput(
		`${quoted(name)} cannot be searched for ${what}, because ${WHY[kind]}`,
		kind === 'encrypted'
			? 'Save the PDF without a password and without restrictions, or place the fields At Position.'
			: 'Export the PDF again from the program that made it, or place the fields At Position.',
	);

/** Why a page may show more than could be read, as a sentence. */
export function whyUnread({ page, kind }: UnreadPage): string {
	switch (kind) {
		case 'image':
			return `Page ${page} contains images or drawings. Text in them cannot be found.`;
		case 'hidden':
			return `The table cell, text box or frame around a tag on page ${page} is too small: make it larger, or set the tag in a smaller font.`;
		case 'text':
			return `Page ${page} could not be read in full.`;
	}
}

const undrawable = (name: string) => (kind: PdfProblem) =>
	wrongInput(
		`A preview of ${quoted(name)} is not possible, because ${WHY[kind]}`,
		kind === 'encrypted'
			? "Save the PDF without a password and without restrictions, or turn off 'Preview Only'."
			: "Export the PDF again from the program that made it, or turn off 'Preview Only'.",
	);
