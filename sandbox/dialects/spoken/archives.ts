import { onFiles } from '../changes';
import type { Dialect } from '../dialect';
import { readZip, writeZip, type WrittenEntry, type ZipForm } from '../zipForms';

const ZIP =
	'Download Sealed Envelope: "returns a ZIP archive with all signed documents [...] and the audit trail"; names, folders and the writing of the archive are not said';

/** The documents of an archive; its audit trail keeps its name. */
const isDocument = ({ name }: WrittenEntry) => name.toString('latin1') !== 'audit-trail.pdf';

const zips = (change: (entries: WrittenEntry[]) => WrittenEntry[], form: ZipForm = {}) =>
	onFiles(async (bytes) =>
		bytes.readUInt32LE(0) === 0x04034b50 ? writeZip(change(await readZip(bytes)), form) : bytes,
	);

const named = (name: (index: number) => string | Buffer) => (entries: WrittenEntry[]) =>
	entries.map((entry, index) =>
		isDocument(entry) ? { ...entry, name: Buffer.from(name(index) as string) } : entry,
	);

const folder = (name: string): WrittenEntry => ({
	name: Buffer.from(name),
	content: Buffer.alloc(0),
});

const same = (entries: WrittenEntry[]) => entries;

/** Names that differ in one letter, as programs of the DOS age wrote it: no UTF-8 at all. */
const cp437 = (index: number) =>
	Buffer.concat([Buffer.from('Pr'), Buffer.from([0x81 + index]), Buffer.from('fung.pdf')]);

export const archives: Dialect[] = (
	[
		[
			'zip-folders',
			'ZIPs have folders, and entries for them',
			zips((entries) => [
				folder('documents/'),
				...entries.map((entry) => ({
					...entry,
					name: isDocument(entry)
						? Buffer.concat([Buffer.from('documents/'), entry.name])
						: entry.name,
				})),
				folder('empty/'),
			]),
		],
		[
			'zip-equal-names',
			'All documents of a ZIP have the same name',
			zips(named(() => 'Contract.pdf')),
		],
		[
			'zip-odd-names',
			'Names in a ZIP hold colons and backslashes',
			zips(named((index) => (index % 2 ? `Q1\\Q2 ${index}.pdf` : `A: annex ${index}.pdf`))),
		],
		['zip-cp437', 'Names in a ZIP are not UTF-8', zips(named(cp437), { utf8: false })],
		['zip-deflated', 'ZIPs are compressed', zips(same, { deflate: true })],
		[
			'zip-descriptors',
			'Sizes stand behind the entries of a ZIP, not before them',
			zips(same, { deflate: true, descriptors: true }),
		],
		['zip64', 'ZIPs are written as Zip64 although they are small', zips(same, { zip64: true })],
		['zip-comment', 'ZIPs end in a comment', zips(same, { comment: 'Sealed by the service' })],
	] as Array<[string, string, Dialect['answer']]>
).map(([name, changes, answer]) => ({ name, changes, leftOpenBy: ZIP, group: 'zip', answer }));
