import { stringsIn } from '../../checks/sourceTexts';

const shown = (expression: string, before = '') =>
	stringsIn(`${before}\nf(\`It is \${${expression}}.\`)`).find((text) => text.startsWith('It is'));

describe('what a text says only when it happens', () => {
	it.each([
		['name', 'name'],
		['envelopeID', 'envelope ID'],
		['pdf.name', 'pdf name'],
		['ids.documentID', 'document ID'],
		['form.page.displayName', 'page'],
		['form.size[at]?.displayName', 'size'],
		['items.length', 'number of items'],
		['index + 1', 'index'],
		['name ?? ID', 'name'],
		['await call.redact(envelope.status)', 'envelope status'],
		['Math.round(width * MM)', 'width'],
		['Math.max(...sizes)', 'sizes'],
		['printable(state, 40)', 'state'],
		['typeOf(other)', 'type of other'],
		["known.slice(0, 10).join(', ')", 'known'],
		["count === 1 ? 'page' : 'pages'", 'page/pages'],
		['new Date().toISOString()', 'date'],
		['WHY[kind]', 'why'],
	])('stands in braces, in plain words: %s', (expression, words) => {
		expect(shown(expression)).toBe(`It is {${words}}.`);
	});

	it.each([
		["const SIZE = 'large';", 'It is large.'],
		['const SIZE = 1_000;', 'It is 1000.'],
		[
			'const OF = `${part} of it`; const SIZE = `half, or the ${OF}`;',
			'It is half, or the {part} of it.',
		],
	])('stands there itself if it is a constant: %s', (constant, text) => {
		expect(shown('SIZE', constant)).toBe(text);
	});

	it('stands there itself if it is a limit', () => {
		expect(shown('LIMITS.participantsPerEnvelope')).toBe('It is 200.');
	});
});
