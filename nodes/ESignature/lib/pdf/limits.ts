/** Why a file could not be read or searched. */
export type PdfProblem = 'notPdf' | 'encrypted' | 'damaged' | 'tooLarge' | 'tooSlow';

/** The only error that this library throws. */
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
	/** Of all streams together that are unpacked, before and after. */
	unpackedBytes: number;
	/** For objects, tables of fonts and glyphs, in units of some 24 bytes. */
	memory: number;
	/** Small pieces of work, such as reading a word; long ones count by their length: about five million a second. */
	steps: number;
	/** The same between two pauses. What cannot be cut into smaller pieces, such as reading one object, has to fit in. */
	stretch: number;
}

const MEBIBYTE = 1024 * 1024;

/** Room for a contract of 500 densely printed pages. */
const DEFAULT_LIMITS: PdfLimits = {
	bytes: 100 * MEBIBYTE,
	pages: 5_000,
	unpackedBytes: 256 * MEBIBYTE,
	memory: 16_000_000,
	steps: 30_000_000,
	stretch: 500_000,
};

export interface ReadOptions {
	limits?: Partial<PdfLimits>;
	/** Called again and again, at least once in `limits.stretch` steps, so that others get their turn. What it throws ends the work. */
	pause?: () => Promise<void>;
}

/** No genuine file needs more. */
export const MAX = {
	/** How deep arrays, forms and the page tree may be nested, and how many references may lead from one to the next. */
	depth: 32,
	/** Where the header may begin, behind what a program put in front of it (ISO 32000-1, annex H, 3.4.1). */
	headerOffset: 1_024,
	/** With more, a number is beyond all numbers. */
	digits: 400,
	/** Words that are kept to be used again; a hostile file has millions of them. */
	keptWords: 1_000,
} as const;

/** Work that takes longer than reading a word, and how much longer. */
export const STEPS = {
	/** Looking for one more object. */
	object: 8,
	/** Making a name, or the text of hexadecimal digits. */
	text: 2,
	/** A node of the tree of pages. */
	pageNode: 32,
} as const;

/** Memory in units of some 24 bytes. */
export const UNITS = {
	/** Of a table of objects. */
	entry: 8,
} as const;

/** How often others may have a turn before they must. */
const PAUSES_PER_STRETCH = 64;
const BYTES_PER_STEP = 32;
/** Where the platform goes through them, as in searching or copying. */
const BYTES_SKIMMED_PER_STEP = 256;

/** The rest of the limits while one file is read or searched. */
export class Budget {
	private readonly limits: PdfLimits;

	private readonly pause: () => Promise<void>;

	private steps = 0;

	/** At how many steps others may have their turn, and at how many the work ends if they had none. */
	private pauseAt = 0;

	private endAt = 0;

	private memory = 0;

	private unpacked = 0;

	constructor({ limits, pause = async () => {} }: ReadOptions = {}) {
		this.limits = { ...DEFAULT_LIMITS, ...limits };
		this.pause = pause;
		this.startStretch();
	}

	/** To be called in every loop whose length the file decides. */
	step(amount = 1): void {
		this.steps += amount;
		if (this.steps > this.endAt) throw new PdfError('tooSlow');
	}

	/** The same for bytes or letters that are gone through at once; a few of them are a part of the step before. */
	stepOver(bytes: number): void {
		this.step(Math.floor(bytes / BYTES_PER_STEP));
	}

	/** The same for bytes or letters that one call of the platform goes through. */
	skim(bytes: number): void {
		this.step(Math.ceil(bytes / BYTES_SKIMMED_PER_STEP));
	}

	/** To be called for everything that stays: a few bytes of a file can stand for a large table. */
	keep(units: number): void {
		this.step(units);
		this.memory += units;
		if (this.memory > this.limits.memory) throw new PdfError('tooLarge');
	}

	unpack(bytes: number): void {
		this.stepOver(bytes);
		this.feed(bytes);
	}

	/** To be called for what is given to the platform to unpack, which does that in a thread of its own. */
	feed(bytes: number): void {
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
		if (depth > MAX.depth) throw new PdfError('damaged');
	}

	/** Asked before `rest` in loops with small steps, since waiting for nothing takes longer than these. */
	get isTired(): boolean {
		return this.steps >= this.pauseAt;
	}

	/** To be called wherever the work can be interrupted: the one place where others get their turn. */
	async rest(): Promise<void> {
		if (!this.isTired) return;
		await this.pause();
		this.startStretch();
	}

	private startStretch(): void {
		const { steps, stretch } = this.limits;
		this.pauseAt = this.steps + stretch / PAUSES_PER_STRETCH;
		this.endAt = Math.min(this.steps + stretch, steps);
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
