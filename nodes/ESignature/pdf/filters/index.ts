import { isDict, nameOf, type Dict, type PdfObject } from '../file/objects';
import type { Budget } from '../limits';
import { inflate } from './inflate';
import type { Unpacked } from './output';
import { unpredict } from './predictors';
import { decodeAscii85, decodeHex, decodeLzw, decodeRunLength } from './simple';

type Resolve = (value: PdfObject | undefined) => PdfObject;

export type { Unpacked } from './output';

/** Filters of other kinds are for images. */
const UNKNOWN: Unpacked = { bytes: new Uint8Array(0), whole: false };

/** Filters are applied one after the other; no writer needs more than two. */
const MOST_FILTERS = 8;

/** Unpacks a stream by the filters that its dictionary names (ISO 32000-1, 7.4). */
export function unpack(bytes: Uint8Array, dict: Dict, resolve: Resolve, budget: Budget): Unpacked {
	const filters = listOf(resolve(dict.get('Filter') ?? dict.get('F')));
	const parameters = listOf(resolve(dict.get('DecodeParms') ?? dict.get('DP')));
	if (filters.length > MOST_FILTERS) return UNKNOWN;
	let data: Unpacked = { bytes, whole: true };
	for (const [at, filter] of filters.entries()) {
		const option = numbersIn(resolve(parameters[at]), resolve);
		const decoded = decode(data.bytes, nameOf(resolve(filter)), option, budget);
		if (!decoded) return UNKNOWN;
		data = { bytes: decoded.bytes, whole: data.whole && decoded.whole };
		budget.spend('unpackedBytes', data.bytes.length);
	}
	budget.check('streamBytes', data.bytes.length);
	return data;
}

const listOf = (value: PdfObject): PdfObject[] => (Array.isArray(value) ? value : [value]);

type Numbers = (key: string, otherwise: number) => number;

function numbersIn(options: PdfObject, resolve: Resolve): Numbers {
	return (key, otherwise) => {
		const value = isDict(options) ? resolve(options.get(key)) : undefined;
		return typeof value === 'number' && Number.isInteger(value) ? value : otherwise;
	};
}

function decode(
	bytes: Uint8Array,
	filter: string | undefined,
	option: Numbers,
	budget: Budget,
): Unpacked | undefined {
	const whole = (decoded: Uint8Array): Unpacked => ({ bytes: decoded, whole: true });
	switch (filter) {
		case 'FlateDecode':
		case 'Fl':
			return inflated(bytes, option, budget);
		case 'LZWDecode':
		case 'LZW':
			return whole(unpredict(decodeLzw(bytes, budget, option('EarlyChange', 1)), rowsOf(option)));
		case 'ASCII85Decode':
		case 'A85':
			return whole(decodeAscii85(bytes, budget));
		case 'ASCIIHexDecode':
		case 'AHx':
			return whole(decodeHex(bytes, budget));
		case 'RunLengthDecode':
		case 'RL':
			return whole(decodeRunLength(bytes, budget));
		// No filter at all; and `Crypt`, which changes nothing in a file that is not encrypted.
		case undefined:
		case 'Crypt':
			return whole(bytes);
		default:
			return undefined;
	}
}

function inflated(bytes: Uint8Array, option: Numbers, budget: Budget): Unpacked {
	const unpacked = inflate(bytes, budget);
	return { ...unpacked, bytes: unpredict(unpacked.bytes, rowsOf(option)) };
}

/** Numbers beyond these come from damage, and would make rows that fill the memory. */
const within = (value: number, most: number): number => Math.min(Math.max(value, 1), most);

const rowsOf = (option: Numbers) => ({
	predictor: option('Predictor', 1),
	colors: within(option('Colors', 1), 32),
	bits: within(option('BitsPerComponent', 8), 16),
	columns: within(option('Columns', 1), 1_000_000),
});
