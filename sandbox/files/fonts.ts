/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import fontkit from '@pdf-lib/fontkit';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

import { directed, turned } from './bidi';
import { isWestern } from './winAnsi';

/** A font that is put into a PDF, with the letters that are used of it. */
export interface Face {
	bytes: Buffer;
	has(letter: string): boolean;
	/** Whether the text is drawn from its end to its beginning, which depends on its first letter alone. */
	turns(text: string): boolean;
}

/** The first that has a letter is taken. The last one has nearly all that are written today, but is coarse. */
const FILES = [
	'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
	'@fontsource/unifont/files/unifont-latin-400-normal.woff',
];
const loaded: Face[] = [];

/** Read when a text needs it: most do not. */
function face(at: number): Face {
	return (loaded[at] ??= load(readFileSync(require.resolve(FILES[at] as string))));
}

function load(file: Buffer): Face {
	const bytes = file.toString('latin1', 0, 4) === 'wOFF' ? unpackedWoff(file) : file;
	const font = fontkit.create(bytes);
	const having = new Map<string, boolean>();
	const hasGlyph = (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number);
	// The library lacks a part that it needs for some scripts, such as Tifinagh, in fonts that have rules for them.
	const canLayOut = (letter: string) => {
		try {
			font.layout(letter);
			return true;
		} catch {
			return false;
		}
	};
	return {
		bytes,
		has: (letter) => {
			const known = having.get(letter) ?? (hasGlyph(letter) && canLayOut(letter));
			having.set(letter, known);
			return known;
		},
		turns: (text) => font.layout(text).direction === 'rtl',
	};
}

/** Controls, halves of pairs, private and unassigned places: no letters, whatever a font draws for them. */
const NO_LETTER = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;

/** They choose among the shapes of the letter before, of which these fonts have one each. */
const SELECTORS = /\p{Variation_Selector}/gu;

const faceOf = (letter: string): Face | undefined =>
	NO_LETTER.test(letter)
		? undefined
		: FILES.map((_, at) => at)
				.filter((at) => face(at).has(letter))
				.map(face)[0];

/** The letters that cannot be printed, each once. */
export const unprintableIn = (text: string): string[] => [
	...new Set(
		[...text.replace(SELECTORS, '')].filter((letter) => !isWestern(letter) && !faceOf(letter)),
	),
];

export interface Run {
	text: string;
	/** None where the fonts that every reader has are enough. */
	face?: Face;
}

/**
 * A text in pieces, from left to right, each of one direction and with a font that has all of its letters: one for the
 * whole text if there is one, because letters may join. What no font has becomes a question mark.
 */
export function runsOf(text: string): Run[] {
	const letters = [...text.replace(SELECTORS, '')].map((letter) =>
		isWestern(letter) || faceOf(letter) ? letter : '?',
	);
	if (letters.every(isWestern)) return [{ text: letters.join('') }];
	const all = FILES.map((_, at) => at);
	const whole = all.find((at) => letters.every((letter) => face(at).has(letter)));
	return directed(letters.join('')).flatMap(({ text: piece, isRtl }) => {
		const runs = whole === undefined ? byFace(piece) : [{ text: piece, face: face(whole) }];
		const drawn = runs.map((run) =>
			run.face.turns(run.text) === isRtl ? run : { ...run, text: turned(run.text) },
		);
		return isRtl ? drawn.reverse() : drawn;
	});
}

function byFace(text: string): Array<Required<Run>> {
	const runs: Array<Required<Run>> = [];
	for (const letter of text) {
		const last = runs.at(-1);
		if (last?.face.has(letter)) last.text += letter;
		else runs.push({ text: letter, face: faceOf(letter) ?? face(0) });
	}
	return runs;
}

const HEADER = 44;
const ENTRY = 20;

/** WOFF is a font whose tables are compressed one by one. The library would unpack them anew for each letter. */
function unpackedWoff(woff: Buffer): Buffer {
	const count = woff.readUInt16BE(12);
	const tables = Array.from({ length: count }, (_, n) => {
		const at = HEADER + n * ENTRY;
		const [offset, packed, length] = [4, 8, 12].map((more) => woff.readUInt32BE(at + more)) as [
			number,
			number,
			number,
		];
		const held = woff.subarray(offset, offset + packed);
		return {
			tag: woff.subarray(at, at + 4),
			checksum: woff.subarray(at + 16, at + 20),
			data: packed < length ? inflateSync(held) : held,
		};
	});
	const head = Buffer.alloc(12 + count * 16);
	woff.copy(head, 0, 4, 8);
	const power = Math.floor(Math.log2(count));
	head.writeUInt16BE(count, 4);
	head.writeUInt16BE(2 ** power * 16, 6);
	head.writeUInt16BE(power, 8);
	head.writeUInt16BE((count - 2 ** power) * 16, 10);
	const parts: Buffer[] = [head];
	let at = head.length;
	for (const [n, { tag, checksum, data }] of tables.entries()) {
		const entry = 12 + n * 16;
		tag.copy(head, entry);
		checksum.copy(head, entry + 4);
		head.writeUInt32BE(at, entry + 8);
		head.writeUInt32BE(data.length, entry + 12);
		const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
		parts.push(data, padding);
		at += data.length + padding.length;
	}
	return Buffer.concat(parts);
}
