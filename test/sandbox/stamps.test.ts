/* eslint-disable @n8n/community-nodes/no-restricted-imports -- writes files for another reader */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { degrees, PDFDocument } from 'pdf-lib';

import { CORPUS } from '../../checks/corpus/files';
import { referencePages } from '../../checks/corpus/read';
import type { Field } from '../../nodes/ESignature/api';
import { stampValues } from '../../sandbox/service/stamps';
import { stampsIn } from './stampsIn';

const FIELD: Field = {
	ID: 'f',
	documentID: 'd',
	participantID: 'p',
	type: 'name',
	page: 1,
	boundingBox: [50, 100, 200, 20],
};

async function stamped(
	value: string,
	change: { turned?: number; crop?: [number, number, number, number]; page?: number } = {},
	field: Partial<Field> = {},
) {
	const pdf = await PDFDocument.create();
	const page = pdf.addPage([600, 800]);
	page.setRotation(degrees(change.turned ?? 0));
	if (change.crop) page.setCropBox(...change.crop);
	const fields = [{ ...FIELD, ...field } as Field];
	await stampValues(pdf, { fields, values: { f: value } });
	return await stampsIn(Buffer.from(await pdf.save()));
}

/** Where a reader sees a point, counted from the top-left corner, for a page of 600 x 800. */
const SEEN: Record<number, (x: number, y: number) => [number, number]> = {
	0: (x, y) => [x, 800 - y],
	90: (x, y) => [y, x],
	180: (x, y) => [600 - x, y],
	270: (x, y) => [800 - y, 600 - x],
};

it.each([0, 90, 180, 270])('stands in its box on a page turned by %i degrees', async (turned) => {
	const [stamp] = await stamped('Ada', { turned });
	const [x, y] = SEEN[turned]!(stamp!.x, stamp!.y);
	expect(x).toBeCloseTo(50);
	expect(y).toBeGreaterThan(100);
	expect(y).toBeLessThan(120);
});

it('counts from the corner of what a cropped page shows', async () => {
	const [stamp] = await stamped('Ada', { crop: [30, 40, 500, 600] });
	expect(stamp!.x).toBeCloseTo(80);
	expect(640 - stamp!.y).toBeGreaterThan(100);
	expect(640 - stamp!.y).toBeLessThan(120);
});

it('leaves out what has no page, no value or no text', async () => {
	expect(await stamped('Ada', {}, { page: 7 })).toEqual([]);
	expect(await stamped('')).toEqual([]);
	expect(await stamped('Ada', {}, { ID: 'other' })).toEqual([]);
});

const NAMES = {
	'Ελένη Παπαδοπούλου': 'Ελένη Παπαδοπούλου',
	'Жанна Ковальчук': 'Жанна Ковальчук',
	'Łukasz Żółć': 'Łukasz Żółć',
	'דוד כהן': 'דוד כהן',
	// Letters that no font has.
	'Ada 王': 'Ada ?',
};

it('shows names in the scripts of its font, and keeps of it only what is used', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'stamps-'));
	const paths: string[] = [];
	for (const [at, name] of Object.keys(NAMES).entries()) {
		const pdf = await PDFDocument.create();
		pdf.addPage([600, 800]);
		await stampValues(pdf, { fields: [FIELD], values: { f: name } });
		const bytes = await pdf.save();
		expect(bytes.length).toBeLessThan(60_000);
		paths.push(join(folder, `${at}.pdf`));
		writeFileSync(paths.at(-1) as string, bytes);
	}
	const pages = referencePages(paths.map((path) => relative(CORPUS, path)));
	const texts = [...pages.values()].map(([page]) => sorted(page?.text ?? ''));
	rmSync(folder, { recursive: true });

	expect(texts).toEqual(Object.values(NAMES).map(sorted));
}, 120_000);

/** A reader may turn what is written from right to left, and leave out spaces. */
const sorted = (text: string): string => [...text.replaceAll(/\s/g, '')].sort().join('');
