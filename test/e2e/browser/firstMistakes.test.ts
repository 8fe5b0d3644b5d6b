import { samplePdf } from '../../support/files';
import { NODE, prepareGround } from '../support/ground';
import { fileStep } from '../support/steps';
import { prepareEditor } from './editor';

/** The mistakes of a first contract, as the person sees them; of none a request reaches the service. */
const ground = prepareGround();
const editor = prepareEditor();

const fields = (...field: object[]) => ({ fields: { field } });
const at = (x: number, y: number, more: object = {}) => ({
	...{ type: 'signature', placement: 'atPosition', x, y, ...more },
});

async function opened(more: object): Promise<void> {
	const content = (await samplePdf('A contract between friends')).toString('base64');
	await editor.open(
		ground.workflow(
			{
				...{ resource: 'envelope', operation: 'createAndSend', name: 'Contract' },
				participants: { participant: [{ email: 'ada@example.com' }] },
				...more,
			},
			{ items: [{ content, fileName: 'contract.pdf' }], before: [fileStep()] },
		),
	);
	ground.sandbox.log.clear();
	await editor.openNode(NODE);
	await editor.form.execute();
}

it.each([
	[
		'two fields with the defaults',
		fields({ type: 'signature' }, { type: 'date' }),
		'Field 2 overlaps field 1 on page 1',
	],
	['a signer without a field', {}, 'The signer ada@example.com has no field to fill in'],
	[
		'a page that the file does not have',
		fields(at(72, 72, { page: 3 })),
		"Field 1: There is no page 3: 'contract.pdf' has 1 page",
	],
	[
		'a place outside of the page',
		fields(at(590, 72)),
		"Field 1 lies outside page 1 of 'contract.pdf', which is 210 x 297 mm",
	],
	[
		'the wrong name of the binary field',
		{ binaryPropertyNames: 'contract', ...fields({ type: 'signature' }) },
		"There is no file 'contract'",
	],
])('tells about %s, and sends nothing', async (what, more, sentence) => {
	await opened(more);
	const { message } = await editor.output.error();
	expect(message).toBe(sentence);
	expect(ground.sandbox.log.count()).toBe(0);
	await editor.keep(`first mistake, ${what}`);
	await editor.closeNode();
});

it('takes page -1 for the last one', async () => {
	await opened(fields(at(72, 72, { page: -1 })));
	await editor.output.success();
	const [envelope] = ground.sandbox.control.envelopes().slice(-1);
	expect(envelope?.documents[0]?.fields).toMatchObject([{ page: 1 }]);
});
