import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { seenByPdfJs, type ReferencePage } from '../corpus/read';
import type { PreviewBox } from '../../../../../nodes/ESignature/lib/pdf-preview';

/** What pdf.js shows of each file, page by page. */
export function shown(files: readonly Uint8Array[]): ReferencePage[][] {
	const folder = mkdtempSync(join(tmpdir(), 'preview-'));
	try {
		const paths = files.map((_, at) => join(folder, `${at}.pdf`));
		for (const [at, path] of paths.entries()) writeFileSync(path, files[at] as Uint8Array);
		return seenByPdfJs(paths);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

export const BLUE = [0.1, 0.3, 0.7] as const;

const LABEL = ['signature', 'ada@example.com'];

export const boxOn = (page: number, box: PreviewBox['box'], label = LABEL): PreviewBox => ({
	page,
	box,
	color: BLUE,
	label,
});

/** The boxes that pdf.js shows on a page: without labels beside them, and without annotations of the file itself. */
export const boxesOf = ({ annotations }: ReferencePage): number[][] =>
	annotations.flatMap(({ subtype, box, text }) =>
		subtype === 'Square' && text !== '' ? [box] : [],
	);

export const textOf = (glyphs: ReferencePage['glyphs']): string =>
	glyphs.map(([letter]) => letter).join('');
