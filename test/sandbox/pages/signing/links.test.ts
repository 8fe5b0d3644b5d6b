import { Client, NO_SUCH_ID } from '../../client';
import { formFor } from '../form';
import { readable } from '../visitor';
import { prepareDesk } from './desk';

const desk = prepareDesk();

it('stands at the address that the API hands out', async () => {
	const { envelope, url, urls } = desk.sent({ participants: [{}, {}] });
	const client = new Client(desk.sandbox);
	await client.login();
	const { body } = await client.call<{ items: Array<{ signingUrl: string }> }>(
		`GET /sign/envelopes/${envelope.ID}/participants/signing-urls`,
	);
	expect(body.items.map(({ signingUrl }) => signingUrl)).toEqual(urls);
	expect((await desk.visitor.get(url)).status).toBe(200);
});

it('knows no link but the exact one', async () => {
	const { envelope, signer, url } = desk.sent();
	const { ID, documents } = envelope;
	for (const address of [
		`/signing/${ID}/${signer.ID}`,
		`/signing/${ID}/${NO_SUCH_ID}`,
		`/signing/${NO_SUCH_ID}/${signer.signingKey}`,
		`${url}/documents/${NO_SUCH_ID}`,
		`${url}/elsewhere`,
		`/signing/${ID}`,
	]) {
		expect([address, (await desk.visitor.get(address)).status]).toEqual([address, 404]);
	}
	expect((await desk.visitor.get(`${url}/documents/${documents[0]!.ID}`)).status).toBe(200);
	expect((await desk.visitor.post(url, { action: 'constructor' })).status).toBe(409);
});

it('shows a converted document as the PDF it was made into', async () => {
	const client = new Client(desk.sandbox);
	await client.login();
	const { ID, participants, documents } = desk.sandbox.control.envelope({ documents: 0 });
	const contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
	await client.upload(ID, {
		bytes: Buffer.from('not really Word'),
		metadata: { name: 'contract.docx', contentType },
	});
	await desk.sandbox.control.idle();
	await client.call(`POST /sign/envelopes/${ID}:send-for-signing`);
	const url = desk.sandbox.control.signingUrl(ID, participants[0]!.ID);
	expect((await desk.visitor.get(url)).html).toMatch('contract.docx');
	const pdf = await desk.visitor.pdf(`${url}/documents/${documents[0]!.ID}`);
	expect(pdf.toString('latin1')).toMatch('Converted from');
});

it('offers a field on a page that does not exist after the last page', async () => {
	const { envelope, signer, url } = desk.sent();
	const [field] = envelope.documents[0]!.fields;
	field!.page = 9;
	const { html } = await desk.visitor.get(url);
	expect(readable(html)).toMatch('a page that document-1.pdf does not have');
	expect(html.indexOf(`id="field-${field!.ID}"`)).toBeGreaterThan(html.indexOf('does not have'));
	expect((await desk.visitor.post(url, formFor(envelope, signer))).status).toBe(303);
	desk.sandbox.control.seal(envelope.ID);
	await desk.visitor.pdf(`${url}/documents/${envelope.documents[0]!.ID}`);
});
