import { createSandbox } from '../../sandbox';

it('the inbox leads to the fields of a draft, a color for each signer', async () => {
	const sandbox = await createSandbox();
	const { ID, documents, participants } = sandbox.control.envelope({
		participants: [
			{ email: 'ada@example.com' },
			{ email: 'grace@example.com' },
			{ email: 'copy@example.com', role: 'cc' },
		],
		fields: true,
	});
	const page = async (path: string) => await (await fetch(`${sandbox.url}${path}`)).text();
	const link = `/envelopes/${ID}`;
	expect(await page('/')).toContain(`href="${link}"`);
	const shown = await page(link);
	const pdf = await fetch(`${sandbox.url}${link}/documents/${documents[0]?.ID}`);
	await sandbox.close();

	const boxes = [...shown.matchAll(/box color-(\d)"\s+data-box="([^"]+)"[^>]+ (\S+)"\s*>/g)];
	expect(boxes.map(([, color, box, email]) => [color, box, email])).toEqual(
		documents[0]?.fields.map(({ boundingBox, participantID }) => {
			const signer = participants.findIndex((one) => one.ID === participantID);
			return [String(signer + 1), boundingBox.join(' '), participants[signer]?.email];
		}),
	);
	expect(boxes).toHaveLength(4);
	expect(pdf.headers.get('content-type')).toContain('application/pdf');
});
