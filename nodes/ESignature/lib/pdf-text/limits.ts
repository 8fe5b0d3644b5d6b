/** Why a file could not be read or searched. */
export type PdfProblem = 'notPdf' | 'encrypted' | 'damaged' | 'tooLarge' | 'tooSlow';

/** The only error that this library raises. */
export class PdfError extends Error {
	constructor(
		readonly kind: PdfProblem,
		options?: ErrorOptions,
	) {
		super(kind, options);
	}
}

export interface PdfLimits {
	/** Length of the file. */
	bytes: number;
	pages: number;
	/** What all streams together may unpack to. */
	unpackedBytes: number;
	/** What is kept of the file beside that, in units of some 24 bytes: objects, tables of fonts, glyphs. */
	memory: number;
	/** Small pieces of work, such as reading a word; long ones count by their length. */
	steps: number;
	/** The same for one page, which is read and searched without a pause: one to two seconds at worst. */
	pageSteps: number;
}

const MEBIBYTE = 1024 * 1024;

/** Room for a contract of 400 densely printed pages. */
const DEFAULT_LIMITS: PdfLimits = {
	bytes: 100 * MEBIBYTE,
	pages: 5_000,
	unpackedBytes: 256 * MEBIBYTE,
	memory: 16_000_000,
	steps: 60_000_000,
	pageSteps: 8_000_000,
};

export interface ReadOptions {
	limits?: Partial<PdfLimits>;
	/** True once there is no more time. */
	expired?: () => boolean;
	/** Called after each page, so that a long document does not block everything else. */
	pause?: () => Promise<void>;
}

/** How deep arrays, forms and the page tree may be nested. */
const MOST_DEPTH = 32;
/** The clock is asked once in this many steps. */
const STEPS_PER_CHECK = 2_048;
const BYTES_PER_STEP = 32;

/** What is left of the limits while one file is read or searched. */
export class Budget {
	private readonly limits: PdfLimits;

	private readonly expired: () => boolean;

	private steps = 0;

	private memory = 0;

	private unpacked = 0;

	/** What comes before the first page has no limit of its own. */
	private pageEnd = Infinity;

	private nextCheck = STEPS_PER_CHECK;

	constructor({ limits, expired = () => false }: ReadOptions = {}) {
		this.limits = { ...DEFAULT_LIMITS, ...limits };
		this.expired = expired;
	}

	/** To be called in every loop whose length the file decides. */
	step(amount = 1): void {
		this.steps += amount;
		if (this.steps < this.nextCheck && this.steps <= this.pageEnd) return;
		this.nextCheck = this.steps + STEPS_PER_CHECK;
		const isOver = this.steps > this.pageEnd || this.steps > this.limits.steps;
		if (isOver || this.expired()) throw new PdfError('tooSlow');
	}

	/** The same for bytes that are gone through at once. */
	stepOver(bytes: number): void {
		this.step(Math.floor(bytes / BYTES_PER_STEP));
	}

	/** To be called for everything that stays: a few bytes of a file can stand for a large table. */
	keep(units: number): void {
		this.step(units);
		this.memory += units;
		if (this.memory > this.limits.memory) throw new PdfError('tooLarge');
	}

	unpack(bytes: number): void {
		this.stepOver(bytes);
		this.unpacked += bytes;
		if (this.unpacked > this.limits.unpackedBytes) throw new PdfError('tooLarge');
	}

	checkSize(bytes: number): void {
		if (bytes > this.limits.bytes) throw new PdfError('tooLarge');
	}

	checkPages(count: number): void {
		if (count > this.limits.pages) throw new PdfError('tooLarge');
	}

	checkDepth(depth: number): void {
		if (depth > MOST_DEPTH) throw new PdfError('damaged');
	}

	/** From here on, work counts for a page of its own. */
	startPage(): void {
		this.pageEnd = this.steps + this.limits.pageSteps;
		if (this.expired()) throw new PdfError('tooSlow');
	}
}

/** An error that is not expected, such as a stack that is full, is a problem of the file. */
export const pdfErrorOf = (error: unknown): PdfError =>
	error instanceof PdfError ? error : new PdfError('damaged', { cause: error });

export async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw pdfErrorOf(error);
	}
}
