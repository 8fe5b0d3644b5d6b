import type { BoundingBox, Field, NewField } from '../../api';
import { optionSwitch, sameId, wrongInput, type Call } from '../../core';
import { getOrCreate } from '../../values/collections';
import { printable, quoted } from '../../values/text';
import { allowOverlap } from './form';
import type { PlacedField } from './placing';

/** How far boxes may overlap, in points: this little comes from rounding and cannot be seen. */
const OVERLAP_TOLERANCE = 1;

/** A very small box may be overlapped by half of its size. */
const toleranceFor = (one: number, other: number): number =>
	Math.min(OVERLAP_TOLERANCE, one / 2, other / 2);

type Box = Pick<NewField, 'boundingBox' | 'page'>;

/** A field with its name in errors and the document that it is in. */
type LocatedField<Signer> = Pick<PlacedField<Signer>, 'entry' | 'signer' | 'at'> & {
	document?: number;
};

/** Two fields on one spot, which would be printed on top of each other. No answer of docs/api.md refuses them. */
export interface Overlap<Signer> {
	/** Their names in errors, the one that has to move first. */
	names: [string, string];
	signers: [Signer, Signer];
	page: number;
	document?: number;
	/** The index of the first one among those that were checked together. */
	index?: number;
}

/** Among the fields of an item. */
export function findOverlap<Signer>(
	fields: ReadonlyArray<LocatedField<Signer>>,
): Overlap<Signer> | undefined {
	const pages = new Map<string, Array<{ name: string; field: LocatedField<Signer> }>>();
	for (const [index, field] of fields.entries()) {
		const name = field.entry ?? `Field ${index + 1}`;
		const { document, at, signer } = field;
		const earlier = getOrCreate(pages, `${document} ${at.page}`, () => []);
		const other = earlier.find((one) => overlap(one.field.at, at));
		if (other) {
			const second = other.name.charAt(0).toLowerCase() + other.name.slice(1);
			const names: [string, string] = [name, name === other.name ? 'itself' : second];
			return { names, signers: [signer, other.field.signer], page: at.page, document };
		}
		earlier.push({ name, field });
	}
	return undefined;
}

/** Among the fields of a request, whose items were checked alone, or with one that the document already has. */
export function findRequestOverlap(
	fields: readonly NewField[],
	existing: readonly Field[],
): Overlap<string> | undefined {
	return firstOverlap(fields, (field, index) => {
		const earlier = fields.slice(0, index).find((one) => overlap(one, field));
		if (earlier) return [earlier, `the ${earlier.type} field of another item`];
		const other = existing.find((one) => overlap(one, field));
		return other && [other, `an existing ${typeOf(other)} field`];
	});
}

/** After a field was moved, unless the two overlapped before. */
export function findMovedOverlap(
	all: readonly Field[],
	current: Field,
	moved: Field,
): Overlap<string> | undefined {
	const others = all.filter(({ ID }) => !sameId(ID, current.ID));
	return firstOverlap([moved], (field) => {
		const other = others.find((one) => overlap(one, field) && !overlap(one, current));
		return other && [other, `the ${typeOf(other)} field`];
	});
}

function firstOverlap<Kind extends Field | NewField>(
	fields: readonly Kind[],
	find: (field: Kind, index: number) => [Field | NewField, string] | undefined,
): Overlap<string> | undefined {
	for (const [index, field] of fields.entries()) {
		const [other, name] = find(field, index) ?? [];
		if (!other || name === undefined) continue;
		const signers: [string, string] = [field.participantID, other.participantID];
		return { names: [`The ${typeOf(field)} field`, name], signers, page: field.page ?? 1, index };
	}
	return undefined;
}

/** `emailOf`: as errors name a signer. `document`: its name, if it is known. */
export function overlapError<Signer>(
	{ names: [one, other], signers, page, index }: Overlap<Signer>,
	emailOf: (signer: Signer) => string,
	document?: string,
): Error {
	const [first, second] = signers.map((signer) => quoted(emailOf(signer)));
	const isSameSigner = first === second;
	const where = document === undefined ? '' : ` of ${quoted(document)}`;
	return wrongInput(
		isSameSigner
			? `${one} overlaps ${other} on page ${page}${where}`
			: `${one} for ${first} overlaps ${other} for ${second} on page ${page}${where}`,
		`${isSameSigner ? `${first} could not fill in both.` : 'Both would be printed in the same spot of the signed document.'} Move one of them or make it smaller, or turn on '${allowOverlap.displayName}' in the options.`,
		index,
	);
}

const typeOf = ({ type }: Field | NewField): string => printable(type, 20);

export const allowsOverlap = (call: Pick<Call, 'option'>): boolean =>
	optionSwitch(call, allowOverlap);

const overlap = (one: Box, other: Box): boolean =>
	(one.page ?? 1) === (other.page ?? 1) && boxesOverlap(one.boundingBox, other.boundingBox);

export const boxesOverlap = (
	[x, y, width, height]: BoundingBox,
	[left, top, across, down]: BoundingBox,
): boolean => {
	const [horizontal, vertical] = [toleranceFor(width, across), toleranceFor(height, down)];
	return (
		Math.min(x + width - left, left + across - x) > horizontal &&
		Math.min(y + height - top, top + down - y) > vertical
	);
};
