import { findTags, readPdf } from '../../nodes/ESignature/lib/pdf-text';
import type { Sandbox } from '../../sandbox';
import { htmlLines } from '../../sandbox/files/htmlLines';
import { type Client, openSandbox } from './client';

let sandbox: Sandbox;
let client: Client;
openSandbox({ processingMs: 1 }, (opened) => ({ sandbox, client } = opened));

it('keeps the text of an HTML page, also its tags, and nothing that is not shown', async () => {
	const envelope = sandbox.control.envelope({ documents: 0 });
	const html =
		'<head><title>Not shown</title></head><p>Dear Zo\u00eb &amp; Co</p><p style="color:#fff">[[signature:1]]</p>';
	const metadata = { name: 'letter.html', contentType: 'text/html; charset=utf-8' };
	await client.upload(envelope.ID, { bytes: Buffer.from(html), metadata });
	await sandbox.control.idle();
	const [document] = envelope.documents;
	expect(document).toMatchObject({ status: 'uploaded', numPages: 1 });
	const { tags } = await findTags(await readPdf(document?.pdf as Buffer));
	expect(tags.map(({ text }) => text)).toEqual(['[[signature:1]]']);
	const bytes = document?.pdf?.toString('latin1');
	expect(bytes).toContain('Dear Zo\u00eb & Co');
	expect(bytes).not.toContain('Not shown');
});

it.each([
	['<p>one <b>two</b></p>\n<p>three</p>', ['one two', 'three']],
	['a<br>b<BR/>c', ['a', 'b', 'c']],
	['<table><tr><td>a </td><td>b</td></tr><tr><td>c</td></tr></table>', ['a b', 'c']],
	['<style>p { color: red }</style><!-- <p>x</p> --><script>1 < 2</script>y', ['y']],
	['&lt;b&gt; &#65;&#x42;&nbsp;&quot;&unknown;', ['<b> AB\u00a0"&unknown;']],
])('reads %s line by line', (html, lines) => {
	expect(htmlLines(html)).toEqual(lines);
});
