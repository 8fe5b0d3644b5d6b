/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- starts pdf.js in a process of its own */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { findTexts, readPdf, type PdfDocument } from '../../nodes/ESignature/lib/pdf-text';
import { compare, timesIn, type Comparison, type ReferencePage } from './compare';
import { CORPUS, corpusFiles } from './files';
import { ABSENT, WANTED } from './wanted';

/** What pdf.js sees in the files of the corpus; its files are modules of another kind than these. */
export function referencePages(names: string[]): Map<string, ReferencePage[]> {
	const output = execFileSync(
		process.execPath,
		[join(__dirname, 'reference.mjs'), ...names.map((name) => join(CORPUS, name))],
		{ maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' },
	);
	const pages = output
		.trim()
		.split('\n')
		.map((line) => (JSON.parse(line) as { pages: ReferencePage[] }).pages);
	return new Map(names.map((name, at) => [name, pages[at] as ReferencePage[]]));
}

export interface Row {
	name: string;
	pages: number;
	/** Texts of the table, and words that pdf.js sees. */
	texts: Array<Comparison & { wanted: number }>;
	words: Comparison[];
	falseHits: string[];
	unreadable: string[];
	document: PdfDocument;
	reference: ReferencePage[];
}

/** Everything that is known about the files, here and in pdf.js. */
export async function readCorpus(): Promise<Row[]> {
	const names = Object.keys(WANTED);
	const references = referencePages(names);
	const files = corpusFiles();
	return await Promise.all(
		names.map(async (name) => {
			const document = await readPdf(files.get(name) as Buffer);
			return await rowOf(name, document, references.get(name) as ReferencePage[]);
		}),
	);
}

async function rowOf(
	name: string,
	document: PdfDocument,
	reference: ReferencePage[],
): Promise<Row> {
	const wanted = (WANTED[name] ?? []).map((entry) =>
		typeof entry === 'string' ? ([entry, 1] as const) : entry,
	);
	const words = wordsOf(reference);
	const all = [...new Set([...wanted.map(([text]) => text), ...words, ...ABSENT])];
	const found = await findTexts(document, all);
	const hits = new Map(all.map((text, at) => [text, found[at]?.places ?? []]));
	const compared = (text: string) => compare(text, hits.get(text) ?? [], reference);
	return {
		name,
		pages: document.pages.length,
		texts: wanted.map(([text, times]) => ({
			...compared(text),
			wanted: times,
		})),
		words: words.map(compared),
		falseHits: ABSENT.filter((text) => hits.get(text)?.length !== 0),
		unreadable: [...new Set(document.pages.flatMap(({ unread }) => unread?.font ?? []))],
		...{ document, reference },
	};
}

/**
 * Every word that stands between blanks in pdf.js, too. It gives no blank where a line ends in some files, and Arabic
 * as it is seen in others: words that it joins or turns are left out, since they do not occur in the sources.
 */
function wordsOf(reference: ReferencePage[]): string[] {
	const words = reference.flatMap(({ text }) => text.normalize('NFKC').split(/[\s:,.;()[\]]+/));
	const plain = [...new Set(words)].filter((word) =>
		/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]{3,}$/u.test(word),
	);
	return plain.filter((word) => !reference.some(({ text }) => joined(text, word)));
}

/** Two words that pdf.js put together. */
const joined = (text: string, word: string): boolean =>
	timesIn(text, word) > 0 && /\p{Ll}\p{Lu}|\p{Script=Latin}\p{Script=Greek}/u.test(word);
