import type { Field, NewField } from '../../api';
import { optionSwitch, sameId, wrongInput, type Call } from '../../core';
import { printable } from '../../values/text';
import { allowOverlap } from './form';

/** How far boxes may overlap, in points: this little comes from rounding and cannot be seen. */
const TOUCHING = 1;

/** A very small box may be overlapped by half of its size. */
const tolerated = (one: number, other: number): number => Math.min(TOUCHING, one / 2, other / 2);

type Placed = Pick<NewField, 'participantID' | 'boundingBox' | 'page'>;

/** A field with its name in errors and the document that it is in. */
export interface PlacedField {
	document?: number;
	entry?: string;
	field: Placed;
}

/**
 * Refuses fields of one signer that overlap: the service accepts them, but the signer cannot fill them in. Fields of
 * two signers may overlap, since each signer sees only their own.
 */
export function assertApart(fields: readonly PlacedField[]): void {
	const pages = new Map<string, number[]>();
	for (const [index, one] of fields.entries()) {
		const page = `${one.document} ${one.field.page ?? 1}`;
		const earlier = pages.get(page) ?? [];
		const at = earlier.find((before) => overlap((fields[before] as PlacedField).field, one.field));
		pages.set(page, earlier);
		earlier.push(index);
		if (at === undefined) continue;
		const [name, otherName] = [entryOf(one, index), entryOf(fields[at] as PlacedField, at)];
		const second = otherName.charAt(0).toLowerCase() + otherName.slice(1);
		throw overlapError(name, name === otherName ? 'itself' : second, one.field);
	}
}

const overlapError = (one: string, other: string, { page = 1 }: Placed, entry?: number): Error =>
	wrongInput(
		`${one} overlaps ${other} on page ${page}`,
		"The signer could not fill in both. Move one of them or make it smaller, or turn on 'Allow Overlapping Fields' in the options.",
		entry,
	);

/** Refuses a field that overlaps one of another item in the same request: each item was checked alone. */
export function assertItemsApart(fields: readonly NewField[]): void {
	for (const [at, field] of fields.entries()) {
		const other = fields.slice(0, at).find((earlier) => overlap(earlier, field));
		if (!other) continue;
		throw overlapError(
			`The ${field.type} field`,
			`the ${other.type} field of another item`,
			field,
			at,
		);
	}
}

/** Refuses fields that overlap those that the document already has. */
export function assertApartFrom(existing: readonly Field[], fields: readonly NewField[]): void {
	for (const [at, field] of fields.entries()) {
		const other = existing.find((one) => overlap(one, field));
		if (!other) continue;
		const there = `an existing ${typeOf(other)} field`;
		throw overlapError(`The ${field.type} field`, there, field, at);
	}
}

/** Refuses to move a field onto another one, unless the two overlapped before. */
export function assertMovedApart(all: readonly Field[], current: Field, moved: Field): void {
	const other = all.find(
		(one) => !sameId(one.ID, current.ID) && overlap(one, moved) && !overlap(one, current),
	);
	if (other)
		throw overlapError(`The ${typeOf(current)} field`, `the ${typeOf(other)} field`, moved);
}

const typeOf = ({ type }: Field): string => printable(type, 20);

export const allowsOverlap = (call: Pick<Call, 'option'>): boolean =>
	optionSwitch(call, allowOverlap);

const entryOf = ({ entry }: PlacedField, index: number): string => entry ?? `Field ${index + 1}`;

function overlap(one: Placed, other: Placed): boolean {
	const [x, y, width, height] = one.boundingBox;
	const [left, top, across, down] = other.boundingBox;
	return (
		(one.page ?? 1) === (other.page ?? 1) &&
		x + width - left > tolerated(width, across) &&
		left + across - x > tolerated(width, across) &&
		y + height - top > tolerated(height, down) &&
		top + down - y > tolerated(height, down) &&
		sameId(one.participantID, other.participantID)
	);
}
