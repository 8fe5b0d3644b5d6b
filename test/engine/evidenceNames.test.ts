import { createHash } from 'crypto';

import { filesOf, folderOf, sha256sum } from '../support/files';
import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const PARTS = ['auditTrail', 'documents', 'original', 'sealed'];

const sealed = () => harness.sandbox.control.envelope({ status: 'sealed', documents: 2 });

async function downloaded(
	ID: string,
	output: string,
	options: Record<string, boolean> = { checksumsInNames: true },
) {
	const parameters = { include: PARTS, output, options };
	const { items, error } = await harness.engine.run(
		envelopeParameters('downloadEvidence', ID, parameters),
	);
	if (error) throw error;
	const files = await Promise.all(items.map(async (item) => await filesOf(harness.engine, item)));
	return { items, files: files.flat() };
}

describe.each(['envelope', 'file'])(
	'checksums in the names of files, one item per %s',
	(output) => {
		it('gives each file the beginning of its own checksum, the manifest too', async () => {
			const { ID } = sealed();
			const { files } = await downloaded(ID, output);
			expect(files.map(({ name }) => name).sort()).toEqual(
				files
					.map(({ name, content }) => {
						const sum = createHash('sha256').update(content).digest('hex').slice(0, 16);
						return `${ID}-${sum}-${name.slice(ID.length + 18)}`;
					})
					.sort(),
			);
			expect(files.map(({ name }) => name.slice(ID.length + 18)).sort()).toEqual([
				...['audit-trail.pdf', 'document-1.pdf', 'document-2.pdf'],
				...['manifest-sha256.txt', 'original.zip', 'sealed.zip'],
			]);
		});

		it('has a manifest that sha256sum accepts for the files under these names', async () => {
			const { files } = await downloaded(sealed().ID, output);
			const folder = folderOf(files);
			const [manifest = ''] = files.map(({ name }) => name).filter((name) => name.endsWith('.txt'));
			const said = await sha256sum(folder.path, manifest).finally(folder.remove);
			expect(said).toHaveLength(PARTS.length + 1);
		});

		it('shows the same names beside the files', async () => {
			const { items, files } = await downloaded(sealed().ID, output);
			const shown = items.flatMap(({ json }) =>
				((json.files ?? [json]) as Array<{ name: string }>).map(({ name }) => name),
			);
			const stored = files.map(({ name }) => name);
			expect(stored).toEqual(expect.arrayContaining(shown));
			expect(shown.length).toBeGreaterThanOrEqual(PARTS.length + 1);
		});
	},
);

it('keeps the name of what is the same, and gives another one to what has changed', async () => {
	const { ID } = sealed();
	const name = async (ending: string) => {
		const { files } = await downloaded(ID, 'file');
		return files.map((file) => file.name).find((one) => one.endsWith(ending));
	};
	const [original, trail] = [await name('original.zip'), await name('audit-trail.pdf')];
	const { audit } = harness.sandbox.control.get(ID);
	audit.push({ ...(audit.at(-1) as (typeof audit)[number]) });

	expect(await name('original.zip')).toBe(original);
	expect(await name('audit-trail.pdf')).not.toBe(trail);
});

it.each([
	['Contract with Ada / Müller & Søn', '-Contract-with-Ada-Müller-Søn'],
	['契約書 2026', '-契約書-2026'],
	['../..\n', ''],
	['x'.repeat(250), `-${'x'.repeat(50)}`],
])('puts the name %j of an envelope behind its ID', async (name, part) => {
	const { ID } = harness.sandbox.control.envelope({ name, status: 'sealed' });
	const both = { checksumsInNames: true, nameInFileNames: true };
	const { files } = await downloaded(ID, 'file', both);
	const folder = folderOf(files);
	const names = files.map((file) => file.name);

	const manifest = names.find((one) => one.endsWith('-manifest-sha256.txt')) as string;
	expect(await sha256sum(folder.path, manifest).finally(folder.remove)).toHaveLength(4);
	for (const one of names) {
		expect(one.slice(0, ID.length + part.length)).toBe(`${ID}${part}`);
		expect(one.slice(ID.length + part.length)).toMatch(/^-[0-9a-f]{16}-[a-z]/);
	}
});
