import type { Field, NewField } from '../../api';
import { optionSwitch, sameId, wrongInput, type Call } from '../../core';
import { getOrCreate } from '../../values/collections';
import { printable } from '../../values/text';
import { allowOverlap } from './form';
import type { PlacedField } from './placing';

/** How far boxes may overlap, in points: this little comes from rounding and cannot be seen. */
const OVERLAP_TOLERANCE = 1;

/** A very small box may be overlapped by half of its size. */
const toleranceFor = (one: number, other: number): number =>
	Math.min(OVERLAP_TOLERANCE, one / 2, other / 2);

type Box = Pick<NewField, 'boundingBox' | 'page'>;

type SignerBox = Box & Pick<NewField, 'participantID'>;

/** A field with its name in errors and the document that it is in. */
type LocatedField = Pick<PlacedField<unknown>, 'entry' | 'signer' | 'at'> & { document?: number };

/**
 * Refuses fields of one signer that overlap: the service accepts them, but the signer cannot fill them in. Fields of
 * two signers may overlap, since each signer sees only their own.
 */
export function assertApart(fields: readonly LocatedField[]): void {
	const pages = new Map<string, Array<{ name: string; field: LocatedField }>>();
	for (const [index, field] of fields.entries()) {
		const name = field.entry ?? `Field ${index + 1}`;
		const earlier = getOrCreate(pages, `${field.document} ${field.at.page}`, () => []);
		const other = earlier.find(
			(one) => isSameSigner(one.field, field) && overlap(one.field.at, field.at),
		);
		if (other) {
			const second = other.name.charAt(0).toLowerCase() + other.name.slice(1);
			throw overlapError(name, name === other.name ? 'itself' : second, field.at);
		}
		earlier.push({ name, field });
	}
}

const isSameSigner = ({ signer }: LocatedField, { signer: other }: LocatedField): boolean =>
	signer === other || sameId(signer, other);

const overlapError = (one: string, other: string, { page = 1 }: Box, entry?: number): Error =>
	wrongInput(
		`${one} overlaps ${other} on page ${page}`,
		"The signer could not fill in both. Move one of them or make it smaller, or turn on 'Allow Overlapping Fields' in the options.",
		entry,
	);

/** Refuses a field that overlaps one of another item in the same request: each item was checked alone. */
export function assertItemsApart(fields: readonly NewField[]): void {
	for (const [at, field] of fields.entries()) {
		const other = fields.slice(0, at).find((earlier) => overlapForSigner(earlier, field));
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
		const other = existing.find((one) => overlapForSigner(one, field));
		if (!other) continue;
		const there = `an existing ${typeOf(other)} field`;
		throw overlapError(`The ${field.type} field`, there, field, at);
	}
}

/** Refuses to move a field onto another one, unless the two overlapped before. */
export function assertMovedApart(all: readonly Field[], current: Field, moved: Field): void {
	const other = all.find(
		(one) =>
			!sameId(one.ID, current.ID) &&
			overlapForSigner(one, moved) &&
			!overlapForSigner(one, current),
	);
	if (other)
		throw overlapError(`The ${typeOf(current)} field`, `the ${typeOf(other)} field`, moved);
}

const typeOf = ({ type }: Field): string => printable(type, 20);

export const allowsOverlap = (call: Pick<Call, 'option'>): boolean =>
	optionSwitch(call, allowOverlap);

const overlapForSigner = (one: SignerBox, other: SignerBox): boolean =>
	sameId(one.participantID, other.participantID) && overlap(one, other);

function overlap(one: Box, other: Box): boolean {
	const [x, y, width, height] = one.boundingBox;
	const [left, top, across, down] = other.boundingBox;
	return (
		(one.page ?? 1) === (other.page ?? 1) &&
		x + width - left > toleranceFor(width, across) &&
		left + across - x > toleranceFor(width, across) &&
		y + height - top > toleranceFor(height, down) &&
		top + down - y > toleranceFor(height, down)
	);
}
