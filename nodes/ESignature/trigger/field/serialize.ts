import type { BareItem, InnerList, Item, Parameters } from './types';

/** The one spelling that the standard gives to a value (RFC 8941, 4.1): what is signed. */
export const innerListText = ({ items, parameters }: InnerList): string =>
	`(${items.map(itemText).join(' ')})${parametersText(parameters)}`;

export const itemText = ({ bare, parameters }: Item): string =>
	`${bareItemText(bare)}${parametersText(parameters)}`;

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
		case 'decimal':
			return Number.isInteger(bare.value) ? `${bare.value}.0` : String(bare.value);
		default:
			return String(bare.value);
	}
}
