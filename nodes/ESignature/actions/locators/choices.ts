import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

/** What a list offers: entries with the text in name or ID. Without a name, the ID stands for it. */
export function choices(
	entries: Array<{ name: unknown; value: string }>,
	filter: string,
): INodeListSearchResult {
	return { results: entries.map(choice).filter((one) => matches(one, filter)) };
}

const choice = ({ name, value }: { name: unknown; value: string }): INodeListSearchItems => ({
	name: String(name ?? '').trim() === '' ? value : String(name),
	value,
});

export const matches = ({ name, value }: INodeListSearchItems, filter: string): boolean =>
	`${name} ${String(value)}`.toLowerCase().includes(filter);
