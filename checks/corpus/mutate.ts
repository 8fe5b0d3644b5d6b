import { findTexts, PdfError, readPdf, similarTexts } from '../../nodes/ESignature/lib/pdf-text';

/** Numbers that look random and are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

type Random = () => number;
type Mutation = (bytes: Buffer, random: Random) => Buffer;

const upTo = (random: Random, limit: number): number => Math.floor(random() * limit);

/** Words and numbers that lead a reader furthest astray. */
const WORDS = [
	...['obj', 'endobj', 'stream', 'endstream', 'xref', 'trailer', 'startxref', '<<', '>>', '[', ']'],
	...[
		'(',
		')',
		'<',
		'>',
		'/Kids',
		'/Parent',
		'/Length',
		'/Filter',
		'/Prev',
		'/W',
		'/Index',
		'/Size',
	],
	...[
		'0',
		'-1',
		'1e9',
		'99999999999',
		'2147483648',
		'0.0000001',
		'1 0 R',
		'2 0 R',
		'3 0 R',
		'null',
	],
	...['/FlateDecode', '/LZWDecode', '/ASCII85Decode', '/Identity-V', '/Type0', '/Type3', '/Pages'],
	...['BT', 'ET', 'Tf', 'Tj', 'Do', 'q', 'Q', 'BI', 'ID', 'EI', 'cm', 'BDC', 'EMC', 'Tm'],
];

const replaced = (bytes: Buffer, at: number, length: number, by: Buffer): Buffer =>
	Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + length)]);

const MUTATIONS: Mutation[] = [
	(bytes, random) => {
		const changed = Buffer.from(bytes);
		for (let count = 1 + upTo(random, 8); count > 0; count--) {
			changed[upTo(random, changed.length)] = upTo(random, 256);
		}
		return changed;
	},
	(bytes, random) => bytes.subarray(0, upTo(random, bytes.length)),
	(bytes, random) =>
		replaced(bytes, upTo(random, bytes.length), upTo(random, 200), Buffer.alloc(0)),
	(bytes, random) => {
		const start = upTo(random, bytes.length);
		const piece = bytes.subarray(start, start + upTo(random, 2_000));
		return replaced(bytes, upTo(random, bytes.length), 0, piece);
	},
	(bytes, random) => {
		const word = WORDS[upTo(random, WORDS.length)] as string;
		return replaced(bytes, upTo(random, bytes.length), word.length, Buffer.from(` ${word} `));
	},
	// One number becomes another: offsets, lengths, references, sizes.
	(bytes, random) => {
		const start = upTo(random, bytes.length);
		const at = bytes.subarray(start).findIndex((byte) => byte >= 0x30 && byte <= 0x39) + start;
		const number = WORDS[26 + upTo(random, 6)] ?? '7';
		const digit = Buffer.from(random() < 0.5 ? String(upTo(random, 10)) : number);
		return replaced(bytes, Math.max(at, 0), 1, digit);
	},
];

/** The same damaged file for the same seed. */
export function mutant(files: Buffer[], seed: number): Buffer {
	const random = randomFrom(seed);
	let bytes = files[upTo(random, files.length)] as Buffer;
	for (let count = 1 + upTo(random, 3); count > 0 && bytes.length > 0; count--) {
		bytes = (MUTATIONS[upTo(random, MUTATIONS.length)] as Mutation)(bytes, random);
	}
	return bytes;
}

const MEBIBYTE = 1024 * 1024;
/** Far more than the files need, and little enough to tell a bomb. */
const LIMITS = { unpackedBytes: 32 * MEBIBYTE, memory: 1_000_000, steps: 5_000_000 };

export interface MutantOutcome {
	kind: string;
	/** A mistake in the reader. */
	fault?: unknown;
	/** How often the clock was asked: once in so many steps, whatever the machine. */
	steps: number;
}

/** Reads and searches a file as a caller would. */
export async function judge(bytes: Uint8Array): Promise<MutantOutcome> {
	let steps = 0;
	const expired = () => {
		steps += 1;
		return steps > 20_000;
	};
	try {
		const document = await readPdf(bytes, { limits: LIMITS, expired });
		await findTexts(document, ['Signature of the tenant:']);
		similarTexts(document, 'signature of the Tenant');
		return { kind: 'read', steps };
	} catch (error) {
		if (!(error instanceof PdfError)) return { kind: 'crash', steps, fault: error };
		const { kind, cause } = error;
		return { kind, steps, ...(cause !== undefined && { fault: cause }) };
	}
}
