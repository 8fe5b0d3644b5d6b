/** Why a file was not read. What a person is told about it is up to the caller. */
export type PdfProblem =
	| { kind: 'notPdf' }
	| { kind: 'encrypted' }
	| { kind: 'damaged'; part: 'objects' | 'pages' }
	| { kind: 'tooLarge'; what: keyof PdfLimits; limit: number }
	| { kind: 'tooSlow' };

/** Carries a problem up to the door of this folder, and no further. */
export class PdfStop extends Error {
	constructor(readonly problem: PdfProblem) {
		super(problem.kind);
	}
}

/** Why something was not done; `fault`, for tests, is a mistake in this folder, or nesting that no limit knows. */
export type PdfFailure = PdfProblem & { fault?: unknown };

export const pdfFailureOf = (error: unknown): PdfFailure =>
	error instanceof PdfStop ? error.problem : { kind: 'damaged', part: 'objects', fault: error };

/** Does what may be stopped by a limit; a problem is a result like any other. */
export function bounded<Done>(work: () => Done): { kind: 'done'; value: Done } | PdfFailure {
	try {
		return { kind: 'done', value: work() };
	} catch (error) {
		return pdfFailureOf(error);
	}
}

export interface PdfLimits {
	/** Length of the file. */
	bytes: number;
	pages: number;
	/** Objects that the file lists. */
	objects: number;
	/** How deep arrays, forms and the page tree may be nested. */
	depth: number;
	/** What one stream, and all of them together, may unpack to. */
	streamBytes: number;
	unpackedBytes: number;
	/** What is kept of it beside that, in units of some 24 bytes: objects, and tables of fonts. */
	kept: number;
	/** Words, objects and other small things that are looked at, and long ones by their length. */
	steps: number;
	/** The same for one page, which is read and searched without a pause: nobody else gets a turn meanwhile. */
	pageSteps: number;
	/** Drawing commands of all pages together. */
	operators: number;
	/** Of all pages together, and of one. */
	glyphs: number;
	pageGlyphs: number;
	/** Places of one text on one page; the time that comparing them takes grows with the square. */
	hits: number;
}

const MEBIBYTE = 1024 * 1024;

/**
 * Room for a contract of 400 densely printed pages. At worst, reading and searching take 1.2 gigabytes of memory: 0.3
 * for glyphs, 0.4 for objects and tables, and the rest for the file and what it unpacks to.
 */
export const DEFAULT_LIMITS: PdfLimits = {
	bytes: 100 * MEBIBYTE,
	pages: 5_000,
	objects: 1_000_000,
	depth: 32,
	streamBytes: 64 * MEBIBYTE,
	unpackedBytes: 256 * MEBIBYTE,
	kept: 16_000_000,
	steps: 40_000_000,
	// One to two seconds at worst; a page full of small print takes a hundredth of it.
	pageSteps: 8_000_000,
	operators: 20_000_000,
	glyphs: 2_000_000,
	pageGlyphs: 200_000,
	hits: 5_000,
};

/** The clock is asked once in this many steps. */
const STEPS = 2_048;
const BYTES_PER_STEP = 32;

/** What is left of the limits while one file is read. */
export class Budget {
	private readonly spent: Record<keyof PdfLimits, number>;

	/** How many steps there may be until the page is done; what comes before the first page has no such limit. */
	private pageEnd = Infinity;

	private nextLook = STEPS;

	constructor(
		readonly limits: PdfLimits = DEFAULT_LIMITS,
		private readonly expired: () => boolean = () => false,
	) {
		const none = Object.entries(limits).map(([what]) => [what, 0]);
		this.spent = Object.fromEntries(none) as Record<keyof PdfLimits, number>;
	}

	/** Adds to what was used so far, and stops when that is too much. */
	spend(what: keyof PdfLimits, amount = 1): void {
		const spent = this.spent[what] + amount;
		this.spent[what] = spent;
		this.check(what, spent);
	}

	check(what: keyof PdfLimits, value: number): void {
		const limit = this.limits[what];
		if (value > limit) throw new PdfStop({ kind: 'tooLarge', what, limit });
	}

	/** From here on, work counts for a page of its own. */
	startPage(): void {
		this.pageEnd = this.spent.steps + this.limits.pageSteps;
	}

	/** To be called in every loop whose length the file decides; `amount` is what one round takes. */
	step(amount = 1): void {
		this.spent.steps += amount;
		const { steps } = this.spent;
		if (steps > this.pageEnd) throw new PdfStop({ kind: 'tooSlow' });
		// The limit itself is looked up only where it is reached: this is done for every word of a file.
		if (steps > this.limits.steps) this.check('steps', steps);
		if (steps < this.nextLook) return;
		this.nextLook = steps + STEPS;
		this.checkTime();
	}

	/** To be called for everything that stays: a few bytes of a file can stand for a large table, as often as it likes. */
	keep(units: number): void {
		this.step(units);
		this.spend('kept', units);
	}

	/** The same for bytes that are gone through at once, as often as the file makes us. */
	passOver(bytes: number): void {
		this.step(Math.floor(bytes / BYTES_PER_STEP));
	}

	checkTime(): void {
		if (this.expired()) throw new PdfStop({ kind: 'tooSlow' });
	}
}
