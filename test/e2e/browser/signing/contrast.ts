/** WCAG 2.2, "contrast ratio" and "relative luminance", for colours as browsers compute them. */

type Colour = [red: number, green: number, blue: number, alpha: number];

/** What is painted, and the backgrounds behind it from the nearest one on. */
export interface Paint {
	/** For the message of a test. */
	what: string;
	colour: string;
	behind: string[];
}

export function contrastOf({ colour, behind }: Paint): number {
	const ground = behind.reduceRight<Colour>((below, each) => over(parsed(each), below), WHITE);
	const [light, dark] = [ground, over(parsed(colour), ground)]
		.map(luminance)
		.sort((one, other) => other - one) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

/** What is too faint, in words; nothing when all is well. */
export const tooFaint = (paints: Paint[], least: number): string[] =>
	paints
		.map((paint) => ({ ...paint, ratio: contrastOf(paint) }))
		.filter(({ ratio }) => ratio < least)
		.map(({ what, ratio }) => `${what}: ${ratio.toFixed(2)}`);

const WHITE: Colour = [255, 255, 255, 1];

function parsed(text: string): Colour {
	const [, inner] = /^rgba?\((.*)\)$/.exec(text) ?? [];
	const [red, green, blue, alpha = 1] = (inner ?? '').split(/[\s,/]+/).map(Number);
	if (red === undefined || green === undefined || blue === undefined) {
		throw new Error(`Not a colour that this test can read: ${text}`);
	}
	return [red, green, blue, alpha];
}

function over([red, green, blue, alpha]: Colour, below: Colour): Colour {
	const mixed = (above: number, under: number) => above * alpha + under * (1 - alpha);
	return [mixed(red, below[0]), mixed(green, below[1]), mixed(blue, below[2]), 1];
}

function luminance([red, green, blue]: Colour): number {
	const linear = (value: number) => {
		const share = value / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	};
	return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
