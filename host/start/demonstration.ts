import { writeFileSync } from 'node:fs';
import { PDFDocument, rgb, StandardFonts, type PDFPage } from 'pdf-lib';

import type { Sandbox } from '../../sandbox';
import { plainPdf } from '../../sandbox/files/plainPdf';
import { exampleFile } from '../examples';

/** One page, for fields that are placed next to its text. */
const CONTRACT = [
	'Lease of the harbor office',
	'',
	'The landlord leases the office on the second floor to the tenant,',
	'for twelve months, starting January 1.',
	'',
	'This is a sample: signing it has no effect.',
];
const WITH_LINE = [...CONTRACT, '', '', 'Signature:'];
/** The labels at the left, and the tags beside them. */
const SIGNERS = [
	['Landlord:', '[[signature:1]]'],
	['Date:', '[[date:1]]'],
	['Tenant:', '[[signature:2]]'],
	['Date:', '[[date:2]]'],
] as const;
const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** Gives the examples something to do. Call it after the first archive run, which would archive it too. */
export async function prepareDemonstration(
	sandbox: Sandbox,
	{ spreadsheet, contract, tagged }: Record<'spreadsheet' | 'contract' | 'tagged', string>,
): Promise<void> {
	const { control } = sandbox;
	control.envelope({
		name: 'Contract that has waited for four days',
		status: 'sent',
		fields: true,
		createdAt: daysAgo(5),
		lastModifiedAt: daysAgo(4),
	});
	control.envelope({
		name: 'Contract that is not archived yet',
		status: 'sealed',
		fields: true,
		createdAt: daysAgo(2),
		lastModifiedAt: daysAgo(1),
	});
	writeFileSync(contract, plainPdf([WITH_LINE]));
	writeFileSync(tagged, await withTags());
	writeFileSync(spreadsheet, withDrafts(exampleFile('bulk-from-spreadsheet.csv'), sandbox));
}

/** The contract for two people, with tags that nobody sees and that are as high as a signature. */
async function withTags(): Promise<Uint8Array> {
	const pdf = await PDFDocument.load(plainPdf([CONTRACT]));
	const [page] = pdf.getPages() as [PDFPage];
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	for (const [index, [label, tag]] of SIGNERS.entries()) {
		const y = 620 - index * 48;
		page.drawText(label, { x: 56, y, size: 11, font });
		page.drawText(tag, { x: 130, y, size: 24, font, color: rgb(1, 1, 1) });
	}
	return await pdf.save();
}

/** Replaces the invented IDs in the first two columns of the sample with those of real drafts. */
function withDrafts(csv: string, { control }: Sandbox): string {
	const [header = '', ...rows] = csv.split('\n').filter((line) => line !== '');
	const invented = new Set(rows.map((row) => row.split(',').slice(0, 2).join(',')));
	let filled = [header, ...rows].join('\n');
	for (const [index, ids] of [...invented].entries()) {
		const name = `Draft ${index + 1} of the spreadsheet`;
		const { ID, documents } = control.envelope({ name, participants: [] });
		filled = filled.replaceAll(ids, `${ID},${documents[0]?.ID}`);
	}
	return `${filled}\n`;
}
