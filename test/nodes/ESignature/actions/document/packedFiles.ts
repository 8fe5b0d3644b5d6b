import { filesOfDocuments } from '../../../../../nodes/ESignature/actions/document/whichFile';

export type Places = Array<number | undefined>;

/** Files that all differ. */
export const packed = (names: readonly string[], sizes: readonly number[] = []) =>
	names.map((name, at) => ({ name, size: sizes[at] ?? 1000 + at, crc: at }));

/** Where nothing but the names tells. */
export const placesByName = (documents: readonly string[], files: readonly string[]): Places =>
	filesOfDocuments(
		documents.map((name) => ({ name })),
		packed(files),
	);

export const ONE = 'c6f0a2d4-0000-4000-8000-000000000001';
export const OTHER = 'C6F0A2D4-0000-4000-8000-000000000002';
