import { innerListText, itemText } from '../field/serialize';
import type { InnerList } from '../field/types';
import type { Target } from './addresses';
import { componentValue, type Value } from './component';
import type { Fields } from './fields';

/** RFC 9421, 2.5: line breaks and other alphabets have no place in a signature base. */
const PRINTABLE = /^[\t\x20-\x7e]*$/;
/** Senders cover a handful of components; what is far longer is there to keep us busy. */
const MOST = { components: 100, characters: 32 * 1024 };

/** The text that was signed, for the message as it would have been sent to an address. */
export type Base = (target: Target) => string;

/** Undefined when a list covers something that the message lacks or that is not understood here. */
export function signatureBase(covered: InnerList, fields: Fields): Base | undefined {
	if (covered.items.length > MOST.components) return undefined;
	const lines = new Map<string, Value>();
	let length = 0;
	for (const item of covered.items) {
		const name = itemText(item);
		const value = componentValue(item, fields);
		if (lines.has(name) || value === undefined) return undefined;
		if (typeof value === 'string' && !PRINTABLE.test(value)) return undefined;
		length += name.length + value.length;
		if (length > MOST.characters) return undefined;
		lines.set(name, value);
	}
	const parameters = `"@signature-params": ${innerListText(covered)}`;
	return (target) =>
		[...[...lines].map(([name, value]) => line(name, value, target)), parameters].join('\n');
}

const line = (name: string, value: Value, target: Target): string =>
	`${name}: ${typeof value === 'string' ? value : value(target)}`;
