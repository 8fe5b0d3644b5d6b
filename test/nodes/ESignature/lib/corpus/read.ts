import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { findTexts, readPdf, type PdfPage } from '../../../../../nodes/ESignature/lib/pdf-text';
import { CORPUS, corpusFiles } from './files';
import { ABSENT, WANTED } from './wanted';

/** A page as pdf.js reads it (reference.mjs). */
export interface ReferencePage {
	width: number;
	height: number;
	text: string;
	glyphs: Array<[text: string, x: number, y: number, endX: number, endY: number]>;
	/** As the page is shown. */
	annotations: Array<{
		subtype: string;
		box: [x: number, y: number, width: number, height: number];
		text: string;
	}>;
}

/** Reads files with pdf.js, in a process of its own since it is an ES module. */
export function seenByPdfJs(paths: string[]): ReferencePage[][] {
	const output = execFileSync(process.execPath, [join(__dirname, 'reference.mjs'), ...paths], {
		maxBuffer: 256 * 1024 * 1024,
		stdio: ['ignore', 'pipe', 'ignore'],
		encoding: 'utf8',
	});
	return output
		.trim()
		.split('\n')
		.map((line) => (JSON.parse(line) as { pages: ReferencePage[] }).pages);
}

/** A file, compared with its source and with pdf.js; the lists are what differs. */
export interface Row {
	name: string;
	/** How many texts of the source there are, and words that pdf.js sees. */
	texts: number;
	words: number;
	/** Texts that are not found as often as the source has them, or words as often as pdf.js. */
	missed: string[];
	missedWords: string[];
	falseHits: string[];
	/** Letters that pdf.js draws at another place. */
	displaced: string[];
	sizes: Array<{ ours: string; reference: string }>;
	/** Pages that could not be read in full. */
	unread: number[];
}

export async function readCorpus(): Promise<Row[]> {
	const names = Object.keys(WANTED);
	const references = seenByPdfJs(names.map((name) => join(CORPUS, name)));
	const files = corpusFiles();
	return await Promise.all(
		names.map(
			async (name, at) => await rowOf(name, files.get(name) as Buffer, references[at] ?? []),
		),
	);
}

async function rowOf(name: string, bytes: Buffer, reference: ReferencePage[]): Promise<Row> {
	const { pages } = await readPdf(bytes);
	const wanted = new Map(
		(WANTED[name] ?? []).map((entry) => (typeof entry === 'string' ? [entry, 1] : entry)),
	);
	const words = wordsOf(reference);
	const all = [...new Set([...wanted.keys(), ...words, ...ABSENT])];
	const found = await findTexts({ pages }, all);
	const times = new Map(all.map((text, at) => [text, found[at]?.places.length]));
	const timesThere = (word: string): number =>
		reference.reduce((sum, { text }) => sum + normal(text).split(wholeWord(word)).length - 1, 0);
	return {
		name,
		texts: wanted.size,
		words: words.length,
		missed: [...wanted].flatMap(([text, count]) => (times.get(text) === count ? [] : [text])),
		missedWords: words.filter((word) => times.get(word) !== timesThere(word)),
		falseHits: ABSENT.filter((text) => times.get(text) !== 0),
		displaced: pages.flatMap((page) => displacedOn(page, reference[page.number - 1])),
		sizes: pages.map((page, at) => ({ ours: sizeOf(page), reference: sizeOf(reference[at]) })),
		unread: pages.flatMap(({ number, unread }) => (unread === 'text' ? [number] : [])),
	};
}

const sizeOf = (page?: { width: number; height: number }): string =>
	`${page?.width.toFixed(2)} x ${page?.height.toFixed(2)}`;

/** Points. */
const NEAR = 0.05;

function displacedOn({ glyphs }: PdfPage, reference?: ReferencePage): string[] {
	return glyphs.texts.flatMap((text, at) => {
		// The width of a letter that cannot be read may be a guess.
		if (text === undefined) return [];
		const [x, y, { along }] = [glyphs.x(at), glyphs.y(at), glyphs.style(at)];
		const [endX, endY] = [x + along.x * glyphs.length(at), y + along.y * glyphs.length(at)];
		const isThere = reference?.glyphs.some(
			(there) =>
				Math.abs(there[1] - x) < NEAR &&
				Math.abs(there[2] - y) < NEAR &&
				Math.abs(there[3] - endX) < NEAR &&
				Math.abs(there[4] - endY) < NEAR,
		);
		return isThere ? [] : [text];
	});
}

const normal = (text: string): string => text.normalize('NFKC').replace(/[\u00ad\s]+/g, ' ');

const wholeWord = (word: string): RegExp =>
	new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${word}(?![\\p{L}\\p{N}\\p{M}])`, 'u');

/** Every word of plain letters; pdf.js joins some at the end of a line, which no source has. */
const wordsOf = (reference: ReferencePage[]): string[] =>
	[...new Set(reference.flatMap(({ text }) => normal(text).split(/[\s:,.;()[\]]+/)))].filter(
		(word) =>
			/^(\p{Script=Latin}{3,}|\p{Script=Greek}{3,}|\p{Script=Cyrillic}{3,})$/u.test(word) &&
			!/\p{Ll}\p{Lu}/u.test(word),
	);
