import type { Matrix } from '../pdf';
import { extentOf, type Extent } from './geometry';

/** A path that is being drawn (8.5): how far it reaches, and of how many lines and curves it is made. */
export class Path {
	lines = 0;

	clips = false;

	private box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];

	add(operator: string, operands: number[]): void {
		if (operator === 're') {
			const [x, y, width, height] = operands as [number, number, number, number];
			this.reach(x, y);
			this.reach(x + width, y + height);
			return;
		}
		if (operator !== 'm') this.lines += 1;
		for (let at = 0; at < operands.length; at += 2) {
			this.reach(operands[at] as number, operands[at + 1] as number);
		}
	}

	/** Undefined where it has no points, or some that are no numbers. */
	extentIn(matrix: Matrix): Extent | undefined {
		return this.box.every(Number.isFinite) ? extentOf(matrix, this.box) : undefined;
	}

	private reach(x: number, y: number): void {
		const { box } = this;
		box[0] = Math.min(box[0], x);
		box[1] = Math.min(box[1], y);
		box[2] = Math.max(box[2], x);
		box[3] = Math.max(box[3], y);
	}
}
