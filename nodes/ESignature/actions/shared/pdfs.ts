import { wrongInput, type Call } from '../../core';
import { quoted } from '../../values/text';
import type {
	FoundTags,
	FoundText,
	PageSize,
	PdfDocument,
	PdfPage,
	PdfProblem,
	ReadOptions,
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

type Reader = Awaited<ReturnType<typeof reader>>;

/** Milliseconds: twenty times what a document of 250 pages takes. */
const LONGEST = 60_000;
/** Milliseconds. Page sizes are read without a pause. */
const LONGEST_FOR_PAGES = 2_000;
/** Other work waits no longer than this, in milliseconds, while a long document is read. */
const AT_A_STRETCH = 50;

type Waiting = Pick<Call, 'pause' | 'assertNotCanceled'>;

function timing(call: Waiting): Required<Pick<ReadOptions, 'expired' | 'pause'>> {
	const started = performance.now();
	let rested = started;
	return {
		expired: () => performance.now() - started > LONGEST,
		pause: async () => {
			if (performance.now() - rested < AT_A_STRETCH) return;
			await call.pause(0);
			call.assertNotCanceled();
			rested = performance.now();
		},
	};
}

/** The pages of a PDF. Undefined if it cannot be read; then the service checks it. */
export async function pageSizes(bytes: Uint8Array): Promise<PageSize[] | undefined> {
	const { readPageSizes } = await reader();
	const started = performance.now();
	const expired = () => performance.now() - started > LONGEST_FOR_PAGES;
	try {
		return await readPageSizes(bytes, { expired });
	} catch {
		return undefined;
	}
}

const SIMILAR_TEXTS = 5;

/** A PDF that was read, with the results of earlier searches. */
export class PdfText {
	private readonly found = new Map<string, FoundText>();

	private constructor(
		readonly name: string,
		private readonly document: PdfDocument,
		private readonly pdf: Reader,
		private readonly call: Waiting,
	) {}

	/** `what`: what is searched for, as errors name it. */
	static async read(call: Waiting, file: PdfFile, what: string): Promise<PdfText> {
		const pdf = await reader();
		const document = await searchable(
			call,
			pdf,
			file.name,
			what,
			async () => await pdf.readPdf(file.bytes, timing(call)),
		);
		return new PdfText(file.name, document, pdf, call);
	}

	get pages(): readonly PdfPage[] {
		return this.document.pages;
	}

	/** Searches for all texts at once: putting a page in order takes longer than searching it. */
	async search(texts: Iterable<string>): Promise<void> {
		const wanted = [...new Set(texts)].filter((text) => !this.found.has(text));
		const [first] = wanted;
		if (first === undefined) return;
		const { name, document, pdf, call } = this;
		const found = await searchable(
			call,
			pdf,
			name,
			`the text ${quoted(first)}`,
			async () => await pdf.findTexts(document, wanted, timing(call)),
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
	similar(text: string): SimilarText[] {
		try {
			return this.pdf.similarTexts(this.document, text, SIMILAR_TEXTS, timing(this.call));
		} catch {
			return [];
		}
	}

	async tags(): Promise<FoundTags> {
		const { name, document, pdf, call } = this;
		return await searchable(
			call,
			pdf,
			name,
			'tags',
			async () => await pdf.findTags(document, timing(call)),
		);
	}
}

/** Does the work. If the file cannot be read or searched, the user's input is wrong. */
async function searchable<Result>(
	call: Waiting,
	{ PdfError }: Reader,
	name: string,
	what: string,
	work: () => Promise<Result>,
): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		call.assertNotCanceled();
		throw error instanceof PdfError ? unsearchable(name, what, error.kind) : error;
	}
}

const WHY: Record<PdfProblem, string> = {
	notPdf: 'it is not a PDF',
	encrypted: 'the PDF is encrypted',
	damaged: 'the PDF is damaged',
	tooLarge: 'the PDF is too large',
	tooSlow: 'reading it takes too long',
};

const unsearchable = (name: string, what: string, kind: PdfProblem) =>
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
