import { nameOf, type Dict } from '../file/objects';
import type { ObjectStore } from '../file/store';
import { readCompositeFont } from './compositeFont';
import type { Font } from './font';
import { readSimpleFont } from './simpleFont';

export type { Font, FontChar } from './font';

/** All fonts of a document, each read once. */
export class FontLibrary {
	private readonly known = new WeakMap<Dict, Font>();

	constructor(private readonly store: ObjectStore) {}

	read(dict: Dict): Font {
		const found = this.known.get(dict);
		if (found) return found;
		const composite = nameOf(this.store.resolve(dict.get('Subtype'))) === 'Type0';
		const font = composite ? readCompositeFont(dict, this.store) : readSimpleFont(dict, this.store);
		this.known.set(dict, font);
		return font;
	}
}
