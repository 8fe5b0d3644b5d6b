import { contrastOf, tooFaint } from './contrast';

const on = (colour: string, ...behind: string[]) => contrastOf({ what: '', colour, behind });

it('knows the ends of the scale and a value that WCAG names', () => {
	expect(on('rgb(0, 0, 0)', 'rgb(255, 255, 255)')).toBeCloseTo(21);
	expect(on('rgb(255, 255, 255)', 'rgb(255, 255, 255)')).toBeCloseTo(1);
	expect(on('rgb(118, 118, 118)', 'rgb(255, 255, 255)')).toBeCloseTo(4.54, 2);
});

it('looks through what is transparent, the paint as well as the backgrounds', () => {
	expect(on('rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)')).toBeCloseTo(21);
	expect(on('rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)')).toBeCloseTo(1);
	expect(on('rgb(255, 255, 255)', 'rgba(0, 0, 0, 0.5)', 'rgb(255, 255, 255)')).toBeCloseTo(3.95, 1);
});

it('names what is too faint, with its ratio', () => {
	const what = 'a hint';
	const paint = { what, colour: 'rgb(150, 150, 150)', behind: ['rgb(255, 255, 255)'] };
	expect(tooFaint([paint], 4.5)).toEqual(['a hint: 2.96']);
	expect(tooFaint([paint], 2.9)).toEqual([]);
});

it('does not pass over a colour that it cannot read', () => {
	expect(() => on('color(display-p3 1 0 0)', 'rgb(0, 0, 0)')).toThrow('color(display-p3 1 0 0)');
});
