import { action, chain, trigger } from '../../../host/workflows';
import { prepareGround } from '../support/ground';
import { prepareEditor } from './editor';
import { ID } from './testIds';

const ground = prepareGround();
const editor = prepareEditor();

it('says below each node what it does, in the words of the form', async () => {
	const { credential } = ground;
	await editor.open(
		chain('Words', [
			trigger('Sealed', credential, { events: ['EnvelopeSealed', 'EnvelopeSentForSignature'] }),
			action('List', { resource: 'envelope', operation: 'getAll' }, credential),
			action('Links', { resource: 'participant', operation: 'getSigningUrls' }, credential),
		]),
	);
	const canvas = editor.page.getByTestId(ID.canvasNode);
	for (const text of [
		'Envelope Sealed, Envelope Sent for Signature',
		'Get Many: Envelope',
		'Get Signing URLs: Participant',
	]) {
		await canvas.getByText(text, { exact: true }).waitFor();
	}
});
