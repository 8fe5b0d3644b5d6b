import { onFiles } from '../changes';
import type { Dialect } from '../dialect';

const PDF = 'Downloads: "returns a PDF"; ISO 32000 leaves what stands around its last line';
const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString('latin1') === '%PDF-';

const ending = (change: (pdf: Buffer) => Buffer) =>
	onFiles((bytes) => (isPdf(bytes) ? change(bytes) : bytes));

const trimmed = (pdf: Buffer) => {
	const end = pdf.lastIndexOf('%%EOF');
	return end < 0 ? pdf : pdf.subarray(0, end + 5);
};

export const pdfs: Dialect[] = [
	{
		name: 'pdf-trailing-blanks',
		changes: 'PDFs end in 4 kB of blanks and zeros',
		leftOpenBy: PDF,
		group: 'pdf',
		answer: ending((pdf) =>
			Buffer.concat([trimmed(pdf), Buffer.from(`\r\n${' '.repeat(2048)}\n`), Buffer.alloc(2048)]),
		),
	},
	{
		name: 'pdf-bare-end',
		changes: 'PDFs end right behind %%EOF, without a line break',
		leftOpenBy: PDF,
		group: 'pdf',
		answer: ending(trimmed),
	},
	{
		name: 'audit-trail-grows',
		changes: 'Each download of an audit trail is a line longer than the one before',
		leftOpenBy:
			'Download Audit Trail: "returns a PDF with the full audit trail"; whether it lists its own downloads is not said',
		group: 'pdf',
		answer: async (answered, asked, { memory }) => {
			if (!asked.route.endsWith(':download-audit-trail')) return answered;
			const downloads = (memory.get(asked.path) ?? 0) + 1;
			memory.set(asked.path, downloads);
			const line = '% This audit trail was downloaded.\n'.repeat(downloads);
			const grown = ending((pdf) => Buffer.concat([pdf, Buffer.from(`\n${line}%%EOF\n`)]));
			return await grown(answered, asked);
		},
	},
];
