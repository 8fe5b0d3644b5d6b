import { createSandbox, type Sandbox } from '../../../sandbox';
import { Visitor, readable, type Page } from './visitor';

let sandbox: Sandbox;
let visitor: Visitor;

beforeAll(async () => {
	sandbox = await createSandbox();
	visitor = new Visitor(sandbox);
});
afterAll(async () => await sandbox.close());

const AUTHENTICATION = { type: 'AccessCode', accessCode: '4711' } as const;

async function answers(form: Record<string, string>, authentication?: typeof AUTHENTICATION) {
	const envelope = sandbox.control.envelope({ status: 'sent', participants: [{ authentication }] });
	const url = sandbox.control.signingUrl(envelope.ID, envelope.participants[0]!.ID);
	return await visitor.post(url, form);
}

describe.each<[string, string, () => Promise<Page>]>([
	[
		'code',
		'not the right code',
		async () => await answers({ action: 'enterCode' }, AUTHENTICATION),
	],
	['reason', 'say in a few words', async () => await answers({ action: 'decline' })],
	[
		'url',
		'enter an http:// address',
		async () => await visitor.post('/admin', { action: 'save', url: 'nonsense' }),
	],
])('a refused %s', (input, says, refused) => {
	it('is named in the list of problems, where reading begins', async () => {
		const { html } = await refused();
		const list = /<div class="problems" role="alert" tabindex="-1" autofocus>[^]*?<\/ul>/.exec(
			html,
		);
		expect(list?.[0]).toMatch(`href="#${input}"`);
		expect(readable(list?.[0] ?? '')).toMatch(says);
	});

	it('is marked and described by what is wrong with it', async () => {
		const { html } = await refused();
		const [tag] = new RegExp(`<(input|textarea)\\s+id="${input}"[^>]*>`).exec(html) ?? [''];
		expect(tag).toMatch('aria-invalid="true"');
		const [, IDs = ''] = /aria-describedby="([^"]*)"/.exec(tag) ?? [];
		const texts = IDs.split(' ').map((ID) => {
			const [, text] = new RegExp(`id="${ID}"[^>]*>([^<]*)<`).exec(html) ?? [];
			return text;
		});
		expect(texts).not.toContain(undefined);
		expect(texts.join(' ')).toMatch(says);
	});
});
