import type { BareItem, Dictionary, InnerList, Item, Member, Parameters } from './parse';

/** The one spelling that the standard gives to a value (RFC 9651, 4.1): what is signed. */
export const innerListText = ({ items, parameters }: InnerList): string =>
	`(${items.map(itemText).join(' ')})${parametersText(parameters)}`;

export const itemText = ({ bare, parameters }: Item): string =>
	`${bareItemText(bare)}${parametersText(parameters)}`;

export const memberText = (member: Member): string =>
	'items' in member ? innerListText(member) : itemText(member);

export const listText = (members: readonly Member[]): string => members.map(memberText).join(', ');

export const dictionaryText = (members: Dictionary): string =>
	[...members]
		.map(([key, member]) =>
			'bare' in member && member.bare.type === 'boolean' && member.bare.value
				? `${key}${parametersText(member.parameters)}`
				: `${key}=${memberText(member)}`,
		)
		.join(', ');

const parametersText = (parameters: Parameters): string =>
	[...parameters]
		.map(([key, bare]) =>
			bare.type === 'boolean' && bare.value ? `;${key}` : `;${key}=${bareItemText(bare)}`,
		)
		.join('');

function bareItemText(bare: BareItem): string {
	switch (bare.type) {
		case 'string':
			return `"${bare.value.replace(/["\\]/g, '\\$&')}"`;
		case 'bytes':
			return `:${bare.value.toString('base64')}:`;
		case 'boolean':
			return bare.value ? '?1' : '?0';
		case 'date':
			return `@${bare.value}`;
		case 'display':
			return `%"${[...Buffer.from(bare.value)].map(displayByte).join('')}"`;
		case 'decimal':
			return Number.isInteger(bare.value) ? `${bare.value}.0` : String(bare.value);
		default:
			return String(bare.value);
	}
}

const QUOTE = 0x22;
const PERCENT = 0x25;

const displayByte = (byte: number): string =>
	byte < 0x20 || byte > 0x7e || byte === QUOTE || byte === PERCENT
		? `%${byte.toString(16).padStart(2, '0')}`
		: String.fromCharCode(byte);
