import { drawBoxes } from '../../../../../nodes/ESignature/lib/pdf-preview';
import {
	findTags,
	findTexts,
	PdfError,
	readPdf,
} from '../../../../../nodes/ESignature/lib/pdf-text';

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

/** Words and numbers that confuse a reader the most. */
const WORDS =
	'obj endobj stream endstream xref trailer << >> [ ] ( ) < > /Kids /Parent /Length /Filter /Prev /W /Size 0 -1 99999999999 2147483648 0.0000001 1 0 R 2 0 R null /FlateDecode /Type0 /Type3 BT Tf Tj Do q Q BI ID EI cm BDC Tm'.split(
		' ',
	);

/** The same damaged file for the same seed: bytes, pieces and words are changed, lost or doubled. */
export function mutant(files: Buffer[], seed: number): Buffer {
	const random = randomFrom(seed);
	const upTo = (limit: number): number => Math.floor(random() * limit);
	let bytes = files[upTo(files.length)] as Buffer;
	const spliced = (at: number, length: number, by: Buffer): Buffer =>
		Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + length)]);
	const mutations = [
		() => spliced(upTo(bytes.length), 1, Buffer.from([upTo(256)])),
		() => bytes.subarray(0, upTo(bytes.length)),
		() => spliced(upTo(bytes.length), upTo(200), Buffer.alloc(0)),
		() => {
			const start = upTo(bytes.length);
			return spliced(upTo(bytes.length), 0, bytes.subarray(start, start + upTo(2_000)));
		},
		() => {
			const word = Buffer.from(` ${WORDS[upTo(WORDS.length)]} `);
			return spliced(upTo(bytes.length), word.length - 2, word);
		},
	];
	for (let count = 1 + upTo(3); count > 0 && bytes.length > 0; count--) {
		bytes = mutations[upTo(mutations.length)]?.() ?? bytes;
	}
	return bytes;
}

/** Far more than the files need, but little enough to detect a bomb. */
const LIMITS = { unpackedBytes: 32 * 1024 * 1024, memory: 1_000_000, steps: 5_000_000 };

const BOX = { page: 1, box: [10, 10, 50, 20], color: [0, 0, 1], label: ['a'] } as const;

/** Some damaged files can be read, but not drawn on. */
function assertRefused(error: unknown): void {
	if (!(error instanceof PdfError) || error.cause !== undefined) throw error;
}

/** Reads and searches a file and draws on it, as a caller would. `fault`: a mistake in the reader. */
export async function judge(bytes: Uint8Array): Promise<{ kind: string; fault?: unknown }> {
	try {
		const document = await readPdf(bytes, { limits: LIMITS });
		await findTexts(document, ['Signature of the tenant:']);
		await findTags(document);
		await drawBoxes(bytes, [BOX], { limits: LIMITS }).catch(assertRefused);
		return { kind: 'read' };
	} catch (error) {
		if (!(error instanceof PdfError)) return { kind: 'crash', fault: error };
		return { kind: error.kind, ...(error.cause !== undefined && { fault: error.cause }) };
	}
}
