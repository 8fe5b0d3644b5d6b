import { byHand, NODE, prepareHarness } from '../support/harness';
import { prepareEditor } from './editor';

const harness = prepareHarness();
const editor = prepareEditor();

const LINK = '<a href="https://evil.example/">Renew your password</a>';
const DETAIL = `<b>Urgent:</b> ${LINK} <unknown>or else</unknown>, 1 < 2`;
const SHOWN = [
	'\u2039b\u203aUrgent:\u2039/b\u203a',
	'\u2039a href="https://evil.example/"\u203aRenew your password\u2039/a\u203a',
	'\u2039unknown\u203aor else\u2039/unknown\u203a, 1 \u2039 2',
].join(' ');

let ID: string;

beforeAll(() => {
	ID = harness.sandbox.control.envelope({ name: LINK }).ID;
});
beforeEach(() => {
	for (const route of ['GET /sign/envelopes/{envelopeID}', 'GET /sign/envelopes'] as const) {
		harness.sandbox.faults.always(route, {
			kind: 'body',
			status: 400,
			body: { title: 'Bad Request', detail: DETAIL },
		});
	}
});
afterEach(async () => {
	harness.sandbox.faults.clear();
	await editor.closeNode();
});

/** Opens a step that reads the envelope. */
async function open(mode: 'id' | 'list', value = ''): Promise<void> {
	const envelopeId = { __rl: true, mode, value };
	const get = { resource: 'envelope', operation: 'get', envelopeId };
	await editor.open(byHand(get, harness.credential));
	await editor.openNode(NODE);
}

/** Wherever on the page: in a panel, in a message in its corner. */
const alive = async () =>
	await editor.page
		.locator('a[href*="evil.example"], b:has-text("Urgent"), strong:has-text("Urgent"), unknown')
		.count();

describe('markup', () => {
	it('of the service is text where a step has failed, in the panel and in the corner', async () => {
		await open('id', ID);
		await editor.form.execute();
		const { description } = await editor.output.error();
		expect(description).toContain(`The service says: Bad Request: ${SHOWN}`);
		await editor.page.getByRole('alert').first().waitFor();
		expect(await alive()).toBe(0);
	});

	it('of the service is text where a list cannot be read', async () => {
		await open('list');
		await editor.record('envelopeId').openList();
		expect(await editor.record('envelopeId').error()).toContain('The service did not accept');
		expect(await alive()).toBe(0);
	});

	it('of the service is text in the names of a list', async () => {
		harness.sandbox.faults.clear();
		await open('list');
		await editor.record('envelopeId').openList();
		const entry = editor.record('envelopeId').entry('Renew your password').first();
		await entry.waitFor();
		expect(await entry.innerText()).toContain(LINK);
		expect(await alive()).toBe(0);
	});
});

it('a step does not start with an ID that cannot be one, and says so', async () => {
	await open('id', ID.slice(0, 12));
	harness.sandbox.log.clear();
	await editor.form.execute();
	await editor.page.getByRole('alert').getByText('This is not the ID of an envelope').waitFor();
	expect(harness.sandbox.log.requests).toEqual([]);
});
