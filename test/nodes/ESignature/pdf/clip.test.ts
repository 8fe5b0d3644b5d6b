import { drawn, readContent, stream, type OnePage } from './handMade';

const text = (x: number, y: number, letters = 'Sign') =>
	`BT /F1 10 Tf ${x} ${y} Td (${letters}) Tj ET`;

const found = async (content: string, options?: OnePage) =>
	drawn(await readContent(content, options));

describe('text that is clipped away is not seen', () => {
	it.each([
		['by a rectangle', `0 0 50 50 re W n ${text(100, 500)}`],
		['by the path of another shape', `0 0 m 50 0 l 25 50 l h W* n ${text(100, 500)}`],
		['by a curve', `0 0 m 0 50 50 50 50 0 c W n ${text(100, 500)}`],
		['by two that overlap', `0 0 300 600 re W n 200 0 300 600 re W n ${text(100, 500)}`],
		['by two that do not', `0 0 50 50 re W n 90 490 90 90 re W n ${text(100, 500)}`],
		['by one that is drawn, too', `0 0 50 50 re W f ${text(100, 500)}`],
		[
			'by one that is moved',
			`1 0 0 1 300 0 cm 0 0 50 900 re W n 1 0 0 1 -300 0 cm ${text(100, 500)}`,
		],
	])('%s', async (_, content) => {
		expect(await found(content)).toBe('');
	});

	it.each([
		['within it', `90 490 90 90 re W n ${text(100, 500)}`, 'Sign'],
		['across its edge, letter by letter', `90 490 20 90 re W n ${text(100, 500)}`, 'Sig'],
		['behind its left edge', `112 490 90 90 re W n ${text(100, 500)}`, 'gn'],
		['once the state is restored', `q 0 0 50 50 re W n Q ${text(100, 500)}`, 'Sign'],
		['if the path does not clip', `0 0 50 50 re n ${text(100, 500)}`, 'Sign'],
		['if there is no path', `W n ${text(100, 500)}`, 'Sign'],
		['if the path makes no sense', `0 0 /A 50 re W n ${text(100, 500)}`, 'Sign'],
		['drawn from its lower right', `180 580 -90 -90 re W n ${text(100, 500)}`, 'Sign'],
	])('but is %s', async (_, content, seen) => {
		expect(await found(content)).toBe(seen);
	});

	it('but may be, where nobody can read it: its place is a guess, too', async () => {
		const unread = `0 0 50 50 re W n ${text(100, 500).replace('/F1', '/Nowhere')}`;
		expect(await found(unread)).toBe('????');
	});

	const form = (entries: string): OnePage => ({
		resources: '/XObject << /X 6 0 R >>',
		objects: { 6: stream(text(100, 500), `/Subtype /Form ${entries}`) },
	});

	it.each([
		['outside of its box', '/BBox [0 0 50 50]', ''],
		['inside of its box', '/BBox [90 490 180 580]', 'Sign'],
		['where its box is, once it is moved', '/BBox [90 490 180 580] /Matrix [1 0 0 1 50 0]', 'Sign'],
		['without a box', '', 'Sign'],
		['with an empty box', '/BBox [0 0 0 0]', 'Sign'],
	])('and in a form: %s', async (_, entries, seen) => {
		expect(await found('/X Do', form(entries))).toBe(seen);
	});

	it('by the box of a form, until that is done', async () => {
		expect(await found(`/X Do ${text(100, 500, 'Date')}`, form('/BBox [0 0 50 50]'))).toBe('Date');
	});
});
