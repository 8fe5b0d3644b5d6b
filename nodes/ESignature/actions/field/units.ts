import { oneOf } from '../inputs';

/** Points per unit: 1 pt is 1/72 inch. */
const POINTS = { inch: 72, mm: 72 / 25.4, pt: 1 };

export const toPoints = (unit: unknown): number =>
	POINTS[oneOf(Object.keys(POINTS) as Array<keyof typeof POINTS>, unit, 'Unit')];
