/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { writeFileSync } from 'node:fs';

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
/** The same for two people, with tags where they sign. */
const WITH_TAGS = [
	...CONTRACT,
	'',
	'',
	'Landlord: [[signature:1]]',
	'',
	'Date: [[date:1]]',
	'',
	'',
	'Tenant: [[signature:2]]',
	'',
	'Date: [[date:2]]',
];
const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** Gives the examples something to do. Call it after the first archive run, which would archive it too. */
export function prepareDemonstration(
	sandbox: Sandbox,
	{ spreadsheet, contract, tagged }: Record<'spreadsheet' | 'contract' | 'tagged', string>,
): void {
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
	writeFileSync(tagged, plainPdf([WITH_TAGS]));
	writeFileSync(spreadsheet, withDrafts(exampleFile('bulk-from-spreadsheet.csv'), sandbox));
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
