/** Structured field values (RFC 8941), as far as signatures and digests use them. */

export type BareItem =
	| { type: 'string' | 'token'; value: string }
	| { type: 'integer' | 'decimal'; value: number }
	| { type: 'bytes'; value: Buffer }
	| { type: 'boolean'; value: boolean };

export type Parameters = Map<string, BareItem>;

export interface Item {
	bare: BareItem;
	parameters: Parameters;
}

export interface InnerList {
	items: Item[];
	parameters: Parameters;
}

export type Member = Item | InnerList;

export type Dictionary = Map<string, Member>;
