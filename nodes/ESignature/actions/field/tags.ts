import type { INodeProperties } from 'n8n-workflow';

import { DATE_FORMATS, type BoundingBox, type FieldType, type Participant } from '../../api';
import { wrongInput } from '../../core';
import { quoted, quotedList } from '../../values/text';
import type { PageSize, TagHit } from '../../lib/pdf-text';
import { ADD_A_SIGNER, findSigner } from '../participant/identity';
import { whyUnread, type PdfText } from '../shared/pdfs';
import { detailsOf, round, withDefaults, type FieldInput } from './field';
import * as form from './form';
import { boxesOverlap } from './overlaps';
import { isWithin } from './pages';
import type { PlacedField } from './placing';

/** A person that a tag can name. */
type Named = Pick<Participant, 'email' | 'role'>;

const SAMPLE_TAG = '[[signature:1]]';

export const fieldsFromTags: INodeProperties = {
	displayName: 'Fields From Tags',
	name: 'fieldsFromTags',
	type: 'boolean',
	// Once it is added.
	default: true,
	description: 'Whether to place a field at each tag in the documents, such as [[signature:1]]',
};

/** The error for documents without a tag: there would be nothing to sign. */
export const noTags = (documents: readonly string[]) =>
	wrongInput(
		`No tag was found in ${quotedList(documents)}`,
		`Write tags such as ${SAMPLE_TAG} into the document, or turn off '${fieldsFromTags.displayName}'. Text in images and drawings cannot be found.`,
	);

const TYPES: readonly FieldType[] = form.type.options.map(({ value }) => value);

/** The fields of all tags in a document. Their signers are indexes in the list of participants. */
export async function taggedFields(
	pdf: PdfText,
	people: readonly Named[],
): Promise<Array<PlacedField<number>>> {
	const { tags, unreadPages } = await pdf.tags();
	const unread = unreadPages.find(({ kind }) => kind !== 'image');
	if (unread) {
		if (unread.kind === 'hidden') {
			throw wrongInput(
				`A tag on page ${unread.page} of ${quoted(pdf.name)} is hidden, at least in part`,
				whyUnread(unread),
			);
		}
		throw wrongInput(
			`Tags on page ${unread.page} of ${quoted(pdf.name)} may be missed, because it could not be read in full`,
			'Export the PDF again with another font, print it to a new PDF, or place the fields At Position.',
		);
	}
	const fields: Array<PlacedField<number>> = [];
	const pages = new Map<number, Map<TagHit, BoundingBox>>();
	for (const tag of tags) {
		pages.set(tag.page, (pages.get(tag.page) ?? new Map()).set(tag, ownBox(tag)));
	}
	for (const tag of tags) {
		// Each is compared with all others of its page.
		await pdf.pause();
		const taken = pages.get(tag.page) ?? new Map<TagHit, BoundingBox>();
		taken.delete(tag);
		const field = fieldOf(tag, pdf, people, [...taken.values()]);
		fields.push(field);
		taken.set(tag, field.at.boundingBox);
	}
	return fields;
}

const ownBox = ({ box: { x, y, width, height } }: TagHit): BoundingBox => [x, y, width, height];

/** A date in the longest format, in points. A tag for one is often narrower. */
const DATE_SIZE = { width: 90, height: 14 };

/** The size of the tag. A date gets at least the size of a date, if there is room for it. */
function boxOf(
	tag: TagHit,
	type: FieldType,
	page: PageSize | undefined,
	taken: readonly BoundingBox[],
): BoundingBox {
	const own = ownBox(tag);
	const [x, y, width, height] = own;
	if (type !== 'date' || !page) return own;
	const [wide, high] = [Math.max(width, DATE_SIZE.width), Math.max(height, DATE_SIZE.height)];
	const larger: BoundingBox[] = [
		[x, y + height - high, wide, high],
		[x, y, wide, height],
	];
	const isFree = (box: BoundingBox) =>
		isWithin(box, page) && !taken.some((other) => boxesOverlap(box, other));
	return larger.find(isFree) ?? own;
}

function fieldOf(
	hit: TagHit,
	{ name, pages }: Pick<PdfText, 'name' | 'pages'>,
	people: readonly Named[],
	taken: readonly BoundingBox[],
): PlacedField<number> {
	const complain = (what: string, advice: string) =>
		wrongInput(
			`The tag ${quoted(hit.text)} on page ${hit.page} of ${quoted(name)} ${what}`,
			advice,
		);
	if (!hit.whole) {
		throw complain(
			'is cut off: it does not end on the line where it begins',
			`Close each tag with ]] on the same line, e.g. ${SAMPLE_TAG}. A smaller font, or a number in place of an email address, makes it shorter.`,
		);
	}
	const { type, signer, required, detail } = parse(readingOf(hit), complain);
	const page: PageSize | undefined = pages[hit.page - 1];
	if (page && !isWithin(ownBox(hit), page)) {
		throw complain(
			'reaches beyond the edge of the page',
			'Move the tag, use a smaller font, or place the field At Position.',
		);
	}
	const input: FieldInput = { type, required, ...tagDetails(type, detail, complain) };
	return {
		entry: `The tag ${quoted(hit.text)}`,
		signer: signerOf(signer, people, complain),
		field: detailsOf(withDefaults(input)),
		at: { page: hit.page, boundingBox: boxOf(hit, type, page, taken).map(round) as BoundingBox },
		by: 'tag',
		foundAt: hit.text,
	};
}

/** Letters that are set wide, or from right to left, can be read in several ways. The reading that names a type counts. */
const readingOf = ({ text, others }: TagHit): string =>
	[text, ...others].find((reading) => typeNamed(partsOf(reading)[0]) !== undefined) ?? text;

/** The colon may be a wide one, as among Chinese or Japanese letters. A label may contain colons. */
const partsOf = (tag: string): [type: string, signer: string, detail: string] => {
	const inner = tag.slice(2, -2);
	const [type = '', signer = ''] = inner.split(/[:\uff1a]/);
	return [type, signer, inner.slice(type.length + signer.length + 2)];
};

/** In a tag without a signer, the question mark of an optional field follows the type. */
const typeNamed = (text: string): FieldType | undefined => {
	const name = typed(text).toLowerCase().replace(/ ?\?$/, '');
	return TYPES.find((value) => value === name);
};

type Complain = (what: string, advice: string) => Error;

/** The text with the letters that people type: fonts join some, and programs use other hyphens and blanks. */
const typed = (text: string): string => tidy(text.normalize('NFKC'));

/** The text as people read it: joined letters are taken apart, but `m²` stays. */
const labeled = (text: string): string =>
	tidy(text.normalize('NFC').replace(/[\ufb00-\ufb06]/g, (joined) => joined.normalize('NFKC')));

const tidy = (text: string): string =>
	text
		.replace(/[\u00ad\u2010\u2011]/g, '-')
		.replace(/\s+/g, ' ')
		.trim();

/** Reads `type:signer?:detail` between the brackets. */
function parse(tag: string, complain: Complain) {
	const [first, second, third] = partsOf(tag);
	const type = typeNamed(first);
	if (!type) {
		throw complain(
			'has no known type',
			`The types are ${TYPES.join(', ')}. A tag looks like this: ${SAMPLE_TAG}.`,
		);
	}
	const signer = typed(second);
	const isOptional = signer.endsWith('?') || typed(first).endsWith('?');
	return {
		type,
		signer: signer.replace(/\?$/, '').trim(),
		required: !isOptional,
		detail: labeled(third),
	};
}

/** The signer by number or email address. The only signer need not be named. */
function signerOf(named: string, people: readonly Named[], complain: Complain): number {
	const isNamed = isNumber(named) ? (_: string, at: number) => at === Number(named) - 1 : undefined;
	const { index, copy, emails } = findSigner(people, named, isNamed);
	if (index !== undefined) return index;
	const advice =
		emails.length === 0
			? ADD_A_SIGNER
			: `Name a participant with the role Signer, by position or by email address, e.g. ${SAMPLE_TAG}. The signers: ${quotedList(emails)}.`;
	if (copy) {
		const email = quoted(copy.email);
		throw complain(`names ${email}, a copy recipient (CC), who cannot have a field`, advice);
	}
	if (named === '') throw complain('names no signer', advice);
	throw complain(
		isNumber(named)
			? `names participant ${named}, but there ${people.length === 1 ? 'is 1' : `are ${people.length}`}`
			: `names ${quoted(named)}, who is not a participant`,
		advice,
	);
}

const isNumber = (named: string): boolean => /^\d{1,4}$/.test(named);

/** The label of a custom field or the format of a date. Other types have no details. */
function tagDetails(type: FieldType, detail: string, complain: Complain): FieldInput {
	if (type === 'custom') {
		if (detail !== '') return { label: detail };
		throw complain(
			'has no label',
			'Write the label after the signer, e.g. [[custom:1:Cost center]].',
		);
	}
	if (detail === '') return {};
	if (type !== 'date') {
		throw complain(
			'has too many parts',
			'Only custom and date tags can have a third part: a label or a format.',
		);
	}
	const formats = Object.keys(DATE_FORMATS);
	const format = formats.find((one) => one.toLowerCase() === detail.toLowerCase());
	if (format) return { format };
	throw complain('has no known date format', `The formats are ${formats.join(', ')}.`);
}
