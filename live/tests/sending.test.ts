import { reportIn, visitTo, withoutWaiting } from './visits';

withoutWaiting();

it('sends one envelope to one address, waits until it is signed, and says what the evidence is', async () => {
	const lines: string[] = [];
	const visit = await visitTo(
		{ seed: true },
		{ send: 'me@example.com', sign: true, say: (line) => lines.push(line) },
	);

	const { verdicts, troubles, left, operations } = reportIn(visit);
	expect([troubles, left, visit.changed]).toEqual([[], 0, []]);
	expect(lines.join('\n')).toContain('sign, and enter LIVE where it says Note');
	const seen = Object.fromEntries(
		verdicts.map(({ id, verdict, seen: text }) => [id, `${verdict}: ${text}`]),
	);
	expect(seen).toMatchObject({
		transitions: expect.stringMatching(
			/^as assumed: The envelope was `sent`, (then `processing`, )?then `sealed`$/,
		),
		'change-states': expect.stringMatching(/^as assumed: A change of a sent envelope: 409/),
		'signing-url-lifetime': 'as assumed: `expiresAt` is 24 hours after the request',
		'sealed-pdf':
			'as assumed: The sealed PDF has no digital signature, no time stamp, no form, the entered text in it; the audit trail has no digital signature, no time stamp, no form',
	});
	expect(operations.filter(({ failed }) => failed > 0)).toEqual([]);
	expect(operations.map(({ operation }) => operation)).toEqual(
		expect.arrayContaining([
			'envelope/waitUntilSigned',
			'participant/getSigningUrls',
			'envelope/downloadEvidence',
		]),
	);
});
