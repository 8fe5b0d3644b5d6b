import { formFor } from '../form';
import { readable } from '../visitor';
import { prepareDesk } from './desk';

const desk = prepareDesk();

it('keeps the order of a sequential envelope and says whose turn it is', async () => {
	const participants = [{ email: 'first@example.com' }, { email: 'second@example.com' }];
	const { envelope, signer, urls } = desk.sent({ mode: 'sequential', participants });
	const second = envelope.participants[1]!;
	const early = readable((await desk.visitor.get(urls[1]!)).html);
	expect(early).toMatch('It is not your turn yet');
	expect(early).toMatch('Now it is the turn of first@example.com.');
	expect((await desk.visitor.post(urls[1]!, formFor(envelope, second))).status).toBe(409);
	expect(second.signedAt).toBeUndefined();
	await desk.visitor.post(urls[0]!, formFor(envelope, signer));
	const done = (await desk.visitor.get(`${urls[0]!}/done`)).html;
	expect(done).toMatch(`href="${new URL(urls[1]!).pathname}">Sign as second@example.com</a>`);
	expect((await desk.visitor.post(urls[1]!, formFor(envelope, second))).status).toBe(303);
	expect(envelope.status).toBe('processing');
});

it('lets nobody sign twice, and shows what has been signed', async () => {
	const { envelope, signer, url } = desk.sent({ participants: [{}, {}] });
	await desk.visitor.post(url, formFor(envelope, signer));
	const { signedAt } = signer;
	desk.clock += 1000;
	expect((await desk.visitor.post(url, formFor(envelope, signer))).status).toBe(409);
	expect(signer.signedAt).toBe(signedAt);
	const { html } = await desk.visitor.get(url);
	expect(readable(html)).toMatch('The others have not all signed yet.');
	expect(html).not.toMatch(/<input|<button/);
});

it('declines with a reason, and not without one', async () => {
	const { envelope, signer, url } = desk.sent({ participants: [{}, {}] });
	const form = formFor(envelope, signer, { signature: 'Half done' });
	const without = await desk.visitor.post(url, { ...form, action: 'decline', reason: '  ' });
	expect(without.status).toBe(422);
	expect(readable(without.html)).toMatch('Reason: say in a few words');
	expect(without.html).toMatch('<h2>You have not declined yet</h2>');
	expect(without.html).toMatch('value="Half done"');
	expect(envelope.status).toBe('sent');

	const declined = await desk.visitor.post(url, {
		action: 'decline',
		reason: 'Wrong <b>price</b>',
	});
	expect(declined.status).toBe(303);
	expect(envelope.status).toBe('rejected');
	expect(desk.sandbox.control.auditTrail(envelope.ID).at(-1)).toMatchObject({
		who: signer.email,
		what: 'Declined: Wrong <b>price</b>',
	});
	expect(readable((await desk.visitor.get(declined.location!)).html)).toMatch(
		'You declined to sign',
	);
	expect(readable((await desk.visitor.get(url)).html)).toMatch('You declined to sign on');
});

it('shows the documents to copy recipients, who cannot sign', async () => {
	const { envelope, urls } = desk.sent({
		participants: [{}, { email: 'cc@example.com', role: 'cc' }],
	});
	const { html } = await desk.visitor.get(urls[1]!);
	expect(readable(html)).toMatch('You receive a copy');
	expect(html).not.toMatch(/<input|<button/);
	expect((await desk.visitor.post(urls[1]!, { action: 'sign' })).status).toBe(409);
	expect((await desk.visitor.post(urls[1]!, { action: 'decline', reason: 'no' })).status).toBe(409);
	await desk.visitor.pdf(`${urls[1]!}/documents/${envelope.documents[0]!.ID}`);
	expect(envelope.status).toBe('sent');
});

it.each([
	['drafted', 'Not sent yet'],
	['processing', 'the documents are being sealed'],
	['sealed', 'the documents are sealed'],
	['rejected', 'You declined to sign on'],
	['cancelled', 'The sender has cancelled this envelope'],
] as const)('has nothing to fill in while %s', async (status, says) => {
	const { envelope, signer, url } = desk.sent({ status });
	const { html } = await desk.visitor.get(url);
	expect(readable(html)).toMatch(says);
	expect(html).not.toMatch(/<input|<button/);
	const before = JSON.stringify(envelope);
	expect((await desk.visitor.post(url, formFor(envelope, signer))).status).toBe(409);
	expect(JSON.stringify(envelope)).toBe(before);
});
