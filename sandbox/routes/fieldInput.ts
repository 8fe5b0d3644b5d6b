import type { BoundingBox, DateFormat, FieldType } from '../../nodes/ESignature/api';
import type { Reader } from '../service/reader';

/** A field as sent, with the defaults filled in. */
export interface FieldInput {
	type: FieldType;
	participantID: string;
	boundingBox: BoundingBox;
	page: number;
	required: boolean;
	label?: string;
	format?: DateFormat;
	modifiable?: boolean;
}

export const FIELD_KEYS = [
	'type',
	'participantID',
	'boundingBox',
	'page',
	'required',
	'label',
	'format',
	'modifiable',
] as const;

const TYPES: [FieldType, ...FieldType[]] = [
	'signature',
	'name',
	'checkbox',
	'date',
	'initials',
	'company',
	'title',
	'custom',
];

const FORMATS: [DateFormat, ...DateFormat[]] = [
	'MM/DD/YYYY',
	'MM-DD-YYYY',
	'MMM DD YYYY',
	'DD/MM/YYYY',
	'DD MMM YYYY',
	'DD MMMM YYYY',
	'YYYY/MM/DD',
	'YYYY-MM-DD',
	'YYYY-MMM-DD hh:mm',
];

/** Properties that only one type has. */
const OWNER: Record<string, FieldType> = { label: 'custom', format: 'date', modifiable: 'date' };

/** Page, required and format have no published default: these are assumptions. */
export function readField(reader: Reader, pages: number): FieldInput {
	const type = reader.oneOf('type', TYPES);
	refuseForeign(reader, type);
	return {
		type,
		participantID: reader.uuid('participantID'),
		boundingBox: readBox(reader),
		page: reader.has('page') ? reader.pageNumber('page', pages) : 1,
		required: reader.has('required') ? reader.flag('required') : true,
		...(type === 'custom' && { label: reader.text('label') }),
		...(type === 'date' && {
			format: reader.has('format') ? reader.oneOf('format', FORMATS) : 'YYYY-MM-DD',
			modifiable: reader.has('modifiable') ? reader.flag('modifiable') : false,
		}),
	};
}

/** `type` must be repeated and cannot change; the rest is optional (docs/api.md, Fields). */
export function readFieldChange(
	reader: Reader,
	pages: number,
	current: FieldType,
): Partial<FieldInput> {
	const type = reader.oneOf('type', TYPES);
	if (type !== current) reader.fail('type', `cannot change; it is ${current}`);
	refuseForeign(reader, current);
	const owns = (key: string) => OWNER[key] === current && reader.has(key);
	return {
		...(reader.has('participantID') && { participantID: reader.uuid('participantID') }),
		...(reader.has('boundingBox') && { boundingBox: readBox(reader) }),
		...(reader.has('page') && { page: reader.pageNumber('page', pages) }),
		...(reader.has('required') && { required: reader.flag('required') }),
		...(owns('label') && { label: reader.text('label') }),
		...(owns('format') && { format: reader.oneOf('format', FORMATS) }),
		...(owns('modifiable') && { modifiable: reader.flag('modifiable') }),
	};
}

function refuseForeign(reader: Reader, type: FieldType): void {
	for (const [key, owner] of Object.entries(OWNER)) {
		if (owner !== type && reader.has(key)) {
			reader.failUnknown(key, `belongs to ${owner} fields only`);
		}
	}
}

function readBox(reader: Reader): BoundingBox {
	const box = reader.numbers('boundingBox');
	const [x = 0, y = 0, w = 0, h = 0] = box;
	if (box.length !== 4) reader.fail('boundingBox', 'must have exactly 4 numbers: x, y, w, h');
	else if (w <= 0 || h <= 0) reader.fail('boundingBox', 'must have a positive width and height');
	return [x, y, w, h];
}
