import { rename } from '../../../../../nodes/ESignature/actions/document/rename.operation';

type Objection = (now: { name?: string }) => string | undefined;

/** What the operation says about the answer of the service. */
async function objectionTo(now: { name?: string }): Promise<string | undefined> {
	let objection: Objection | undefined;
	const request = async (_: string, sent: { objection: Objection }) => {
		({ objection } = sent);
		return {};
	};
	await rename.run({ ids: {}, request } as never, 'Lease' as never);
	return objection?.(now);
}

describe('the new name of a document', () => {
	it('is taken as done if the service shows it', async () => {
		expect(await objectionTo({ name: 'Lease' })).toBeUndefined();
	});

	it('is doubted if the service shows another one, which is told as far as 100 letters', async () => {
		expect(await objectionTo({ name: 'Annex' })).toContain("'Annex'");
		expect(await objectionTo({ name: 'x'.repeat(200) })).toContain(`'${'x'.repeat(100)}'`);
		expect(await objectionTo({})).toContain("''");
	});
});
