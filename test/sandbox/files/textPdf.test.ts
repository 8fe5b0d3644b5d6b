/* eslint-disable @n8n/community-nodes/no-restricted-imports -- writes files for another reader */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { CORPUS } from '../../../checks/corpus/files';
import { referencePages } from '../../../checks/corpus/read';
import { createSandbox } from '../../../sandbox';
import { unprintableIn } from '../../../sandbox/files/fonts';
import { paged, plainPdf } from '../../../sandbox/files/plainPdf';
import { textPdf } from '../../../sandbox/files/textPdf';
import { auditTrailPdf, sealedPdf } from '../../../sandbox/service/evidence';

const NAMES = ['Жанна Ковальчук', '王小明', 'ⵜⵉⴼⵉⵏⴰⵖ', 'สมชาย', '김민준'];

/** The text of each page of each file, as another reader finds it, without spaces. */
function textsOf(files: Buffer[]): string[][] {
	const folder = mkdtempSync(join(tmpdir(), 'texts-'));
	const paths = files.map((bytes, n) => {
		const path = join(folder, `${n}.pdf`);
		writeFileSync(path, bytes);
		return relative(CORPUS, path);
	});
	const pages = [...referencePages(paths).values()];
	rmSync(folder, { recursive: true });
	return pages.map((each) => each.map(({ text }) => withoutSpaces(text)));
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');

it('writes lines for which the standard fonts are enough as it always did', async () => {
	const lines = ['Größe (1)', '', 'x'.repeat(200)];
	expect(await textPdf(lines)).toEqual(plainPdf(paged(lines)));
});

it('shows names in other scripts in the audit trail and in the signature record', async () => {
	const sandbox = await createSandbox({ sealingMs: 1 });
	const files: Buffer[] = [];
	for (const name of NAMES) {
		const envelope = sandbox.control.envelope({ name, status: 'sealed' });
		files.push(await auditTrailPdf(envelope), await sealedPdf(envelope, envelope.documents[0]!));
	}
	await sandbox.close();
	const last = textsOf(files).map((pages) => pages.at(-1));

	expect(last).toEqual(
		NAMES.flatMap((name) => [name, name]).map((name) =>
			expect.stringContaining(withoutSpaces(name)),
		),
	);
	expect(last.join('')).not.toMatch(/\?/);
}, 120_000);

it('breaks wide letters into lines, none of them within a letter', async () => {
	const line = '王😀'.repeat(60);
	const [page] = paged([line]);
	expect(page?.map((each) => each.trim()).join('')).toBe(line);
	expect(page?.every((each) => !/\p{Cs}/u.test(each))).toBe(true);
	expect(page?.every((each) => [...each.trim()].length <= 44)).toBe(true);
	expect(textsOf([await textPdf([line])])).toEqual([[line]]);
}, 120_000);

it('has no font for most of what lies beyond the first 65,536 characters', () => {
	expect(unprintableIn('😀\u{20bb7}\u{1d400}\u{10900}')).toEqual([
		'\u{20bb7}',
		'\u{1d400}',
		'\u{10900}',
	]);
});
