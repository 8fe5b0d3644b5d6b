import { wrongInput, type Call } from '../../core';
import { printable } from '../../errors/printable';
import type {
	Budget,
	PageGeometry,
	PdfFailure,
	PdfPage,
	ReadOptions,
	SimilarText,
	TagHit,
	TextHit,
} from '../../pdf';

/** A PDF whose text or pages are needed. */
export interface PdfFile {
	/** As it may be shown. */
	name: string;
	bytes: Uint8Array;
}

/** The reader is loaded when the first file comes: most workflows have none for it. */
const room = async () => await import('../../pdf');

type Room = Awaited<ReturnType<typeof room>>;

/** Twenty times what a document of 250 pages takes. */
const LONGEST = 60_000;
/** Done without a pause. */
const LONGEST_FOR_PAGES = 2_000;
/** Others wait for no longer than this, in milliseconds, while a long document is read. */
const AT_A_STRETCH = 50;

function manners(call: Pick<Call, 'pause'>): Required<Pick<ReadOptions, 'expired' | 'pause'>> {
	const started = performance.now();
	let rested = started;
	return {
		expired: () => performance.now() - started > LONGEST,
		pause: async () => {
			if (performance.now() - rested < AT_A_STRETCH) return;
			await call.pause(0);
			rested = performance.now();
		},
	};
}

/** The pages of a PDF, or undefined where it cannot be read: then the service has to judge. */
export async function pageSizes(bytes: Uint8Array): Promise<PageGeometry[] | undefined> {
	const started = performance.now();
	const expired = () => performance.now() - started > LONGEST_FOR_PAGES;
	const outcome = await (await room()).readPageSizes(bytes, { expired });
	return outcome.kind === 'read' ? outcome.pages : undefined;
}

/** A user's text or name, quoted. */
export const quoted = (text: string): string => `'${printable(text, 80)}'`;

/** A PDF that was read, and the texts that were looked for in it. */
export class PdfText {
	private readonly found = new Map<string, Places>();

	private readonly suspicions = new Map<string, Budget>();

	private constructor(
		readonly name: string,
		readonly pages: readonly PdfPage[],
		private readonly pdf: Room,
		private readonly call: Pick<Call, 'pause'>,
	) {}

	/** `what`: what is looked for, as it stands in an error. */
	static async read(call: Pick<Call, 'pause'>, file: PdfFile, what: string): Promise<PdfText> {
		const pdf = await room();
		const { expired, pause } = manners(call);
		const outcome = await pdf.readPdf(file.bytes, { expired, pause });
		if (outcome.kind !== 'read') throw unreadable(file.name, what, outcome);
		return new PdfText(file.name, withoutBackgrounds(outcome.document.pages), pdf, call);
	}

	/** Looks for all of them at once: putting a page in order takes longer than searching it. */
	async search(texts: Iterable<string>): Promise<void> {
		const wanted = [...new Set(texts)].filter((text) => !this.found.has(text));
		const [first] = wanted;
		if (first === undefined) return;
		const hits = new Map(
			wanted.map((text): [string, Places] => [text, { certain: [], across: [] }]),
		);
		await this.eachPage(`the text ${quoted(first)}`, hits, (page, budget, [text, places]) => {
			const found = this.pdf.findOnPage(page, text, budget);
			places.certain.push(...found);
			places.across.push(...this.pdf.findAcross(page, text, budget, found));
		});
		// Only now: what was given up half-way is not known.
		for (const [text, found] of hits) this.found.set(text, found);
	}

	/** Every place of a text that was looked for, in the order of reading. */
	hits(text: string): Places {
		return this.found.get(text) ?? { certain: [], across: [] };
	}

	/** For an error: where looking takes too long, there are none. */
	similar(text: string): SimilarText[] {
		const budget = this.budget();
		// All pages at a stretch.
		budget.startPage();
		const similar = () =>
			this.pdf.similarTexts({ pages: [...this.pages] }, text, SIMILAR_TEXTS, budget);
		const outcome = this.pdf.bounded(similar);
		return outcome.kind === 'done' ? outcome.value : [];
	}

	/** `words`: what a tag can begin with. */
	async tags(words: readonly string[]): Promise<FoundTag[]> {
		const tags: FoundTag[] = [];
		await this.eachPage('tags', ['all'], (page, budget) => {
			const seen = this.pdf.tagsOn(page, budget, words);
			const all = page.unclipped ? this.pdf.tagsOn(page.unclipped, budget, words) : [];
			budget.step(all.length * seen.length);
			const hidden = all.filter((tag) => !isAmong(seen, tag));
			// They tell more than what is left of them.
			tags.push(...hidden.map((tag) => ({ ...tag, isHidden: true })));
			tags.push(...seen.map((tag) => ({ ...tag, isHidden: false })));
		});
		return tags;
	}

	/** Whether a text may stand on a page with letters in it that cannot be read. */
	couldHide(page: PdfPage, text: string): boolean {
		return this.suspects(text, (budget) => this.pdf.couldStandUnread(page, text, budget));
	}

	/** The same for a tag. */
	couldHideTag(page: PdfPage, words: readonly string[]): boolean {
		return this.suspects('', (budget) => this.pdf.couldHideTag(page, words, budget));
	}

	/** What takes too long, on all pages together, is not known. */
	private suspects(text: string, suspect: (budget: Budget) => boolean): boolean {
		const budget = this.suspicions.get(text) ?? this.budget();
		this.suspicions.set(text, budget);
		budget.startPage();
		const outcome = this.pdf.bounded(() => suspect(budget));
		return outcome.kind !== 'done' || outcome.value;
	}

	/** Between two searches others get their turn, and searching has an end, also within a page. */
	private async eachPage<Wanted>(
		what: string,
		all: Iterable<Wanted>,
		search: (page: PdfPage, budget: Budget, wanted: Wanted) => void,
	): Promise<void> {
		const { pause } = manners(this.call);
		const budget = this.budget();
		for (const page of this.pages) {
			for (const wanted of all) {
				budget.startPage();
				const outcome = this.pdf.bounded(() => search(page, budget, wanted));
				if (outcome.kind !== 'done') throw unreadable(this.name, what, outcome);
				await pause();
			}
		}
	}

	private budget(): Budget {
		return new this.pdf.Budget(this.pdf.DEFAULT_LIMITS, manners(this.call).expired);
	}
}

export interface FoundTag extends TagHit {
	/** Its cell or frame is too small for all of it. */
	isHidden: boolean;
}

/** By the place, since what is hidden beside a whole tag can change how it reads. */
const isAmong = (seen: readonly TagHit[], { start, text }: TagHit): boolean =>
	seen.some(
		(tag) =>
			(tag.whole || tag.text === text) &&
			Math.hypot(tag.start.x - start.x, tag.start.y - start.y) < 1,
	);

/** Where a text stands. */
interface Places {
	certain: TextHit[];
	/** With gaps as between columns: it may be one text, or several. */
	across: TextHit[];
}

const SIMILAR_TEXTS = 5;

const WHY: Record<PdfFailure['kind'], string> = {
	notPdf: 'it is not a PDF',
	encrypted: 'the PDF is encrypted',
	damaged: 'the PDF is damaged',
	tooLarge: 'the PDF is too large',
	tooSlow: 'reading it takes too long',
};

const unreadable = (name: string, what: string, { kind }: PdfFailure) =>
	wrongInput(
		`'${name}' cannot be searched for ${what}, because ${WHY[kind]}`,
		kind === 'encrypted'
			? 'Save the PDF without a password and without restrictions, or place the fields At Position.'
			: 'Save it as a PDF again in the program that it comes from, or place the fields At Position.',
	);

/** So many in a line are a bullet, a tick or an arrow. */
const BULLETS = 2;

/**
 * How many letters of a text may stand on a page where nobody can read them, and the fonts that they are in. Bullets
 * hide no text, however many lines have one; what is more may go on in the next line.
 */
export function unreadOn(page: PdfPage): { letters: number; fonts: string[] } {
	const lines = unreadByLine(page);
	const longer = lines.filter((letters) => letters > BULLETS);
	const letters =
		longer.length > 0 ? longer.reduce((sum, one) => sum + one, 0) : Math.max(0, ...lines);
	return { letters, fonts: page.unreadableFonts };
}

function unreadByLine({ runs }: PdfPage): number[] {
	const unread = runs.flatMap(({ texts, style: { along, up, size }, start: { x, y } }) => {
		const letters = texts.filter((text) => text === undefined).length;
		if (letters === 0) return [];
		// In which direction it goes, by ten degrees, and how high its line is.
		const way = (Math.round((Math.atan2(along.y, along.x) * 18) / Math.PI) + 36) % 36;
		return [{ letters, size, way, height: x * up.x + y * up.y }];
	});
	unread.sort((one, other) => one.way - other.way || one.height - other.height);
	const lines: number[] = [];
	for (const [index, { letters, size, way, height }] of unread.entries()) {
		const before = unread[index - 1];
		const goesOn = before?.way === way && height - before.height < size / 2;
		lines.push(letters + (goesOn ? (lines.pop() ?? 0) : 0));
	}
	return lines;
}

/** Images that cover this part of a page are its content, unless there is as much text as on a printed page. */
const MOST_OF_PAGE = 0.5;
/** More letters than a stamp, a page number and the line of a fax have together. */
const PRINTED = 150;
/** So many lines and curves can be a word that is drawn. */
const WORD = 30;

/** What is also behind a printed page, such as a letterhead, is the scan of no other. */
function withoutBackgrounds(pages: readonly PdfPage[]): PdfPage[] {
	const printed = pages.filter((page) => lettersOn(page) >= PRINTED);
	const backgrounds = new Set(printed.flatMap(({ images }) => [...images.keys()]));
	backgrounds.delete(0);
	return pages.map((page) => ({
		...page,
		images: new Map([...page.images].filter(([object]) => !backgrounds.has(object))),
	}));
}

const lettersOn = ({ glyphs }: PdfPage): number =>
	glyphs.texts.reduce((sum, text) => sum + (text?.trim().length ?? 1), 0);

/**
 * Whether there may be text to see that cannot be found: nothing but images or drawings, or a scan on which somebody
 * has printed a little. Some scanners draw blanks over their image. Undefined if not; otherwise what to call it.
 */
export function imageOn(page: PdfPage): string | undefined {
	const letters = lettersOn(page);
	const { images, lines } = page;
	if (letters === 0) return images.size > 0 || lines >= WORD ? 'an image' : undefined;
	const covered = [...images.values()].reduce((sum, part) => sum + part, 0);
	return covered >= MOST_OF_PAGE && letters < PRINTED ? 'mostly an image' : undefined;
}

/** Whether text of an annotation or a form field, of which the file does not say where it is shown, has this in it. */
export const isUnplaced = ({ unplaced }: PdfPage, text: string): boolean =>
	unplaced.some((one) => solid(one).includes(solid(text)));

const solid = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

/** Why a page may hold more than could be read, as a sentence; undefined if nothing is wrong with it. */
export function gapOn(page: PdfPage): string | undefined {
	const { letters, fonts } = unreadOn(page);
	if (letters > 0) {
		const font = fonts.map((name) => printable(name, 60)).find((name) => name !== '');
		return `Page ${page.number} has letters that cannot be read${font ? ` (font '${font}')` : ''}.`;
	}
	if (page.damaged) return `Page ${page.number} is damaged.`;
	const image = imageOn(page);
	if (image !== undefined)
		return `Page ${page.number} is ${image}, and text in images and drawings cannot be found.`;
	if (page.unplaced.length > 0) {
		return `Page ${page.number} has a text box or a form field whose place is not known: print it into a new PDF first.`;
	}
	return page.glyphs.count === 0 ? `Page ${page.number} has no text.` : undefined;
}
