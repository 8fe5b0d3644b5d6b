import { NODE, prepareGround } from '../support/ground';
import { prepareEditor } from './editor';
import { inputsOf } from './visibleInputs';

const ground = prepareGround();
const editor = prepareEditor();

beforeAll(async () => {
	await editor.open(ground.workflow({ resource: 'envelope', operation: 'get' }));
	await editor.openNode(NODE);
});

it.each([
	['Envelope', 'Create and Send'],
	['Envelope', 'Download Evidence'],
	['Envelope', 'Get Many'],
	['Document', 'Add'],
	['Document', 'Download Sealed'],
	['Field', 'Create'],
	['Participant', 'Create Many'],
	['Participant', 'Create'],
])('shows the inputs of %s: %s and no other', async (resource, operation) => {
	await editor.form.chooseOperation(resource, operation);
	const wanted = inputsOf(resource, operation);
	expect(await editor.form.settledLabels(wanted)).toEqual(wanted);
});

it('asks for a phone number only where a code is sent to it', async () => {
	await editor.form.choose('authentication', 'SMS');
	const wanted = inputsOf('Participant', 'Create', { authentication: 'sms' });
	expect(wanted).toContain('Phone Number');
	expect(await editor.form.settledLabels(wanted)).toEqual(wanted);
});

it('asks for a limit only where not everything is returned', async () => {
	await editor.form.chooseOperation('Envelope', 'Get Many');
	await editor.form.toggle('returnAll');
	const wanted = inputsOf('Envelope', 'Get Many', { returnAll: true });
	expect(wanted).not.toContain('Limit');
	expect(await editor.form.settledLabels(wanted)).toEqual(wanted);
});
