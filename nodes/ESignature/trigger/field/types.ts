/** Structured field values (RFC 9651), as far as signatures and digests use them. */

export type BareItem =
	| { type: 'string' | 'token' | 'display'; value: string }
	| { type: 'integer' | 'decimal' | 'date'; value: number }
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
