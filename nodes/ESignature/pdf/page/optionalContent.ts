import { isDict, nameOf, Ref, type Dict, type PdfObject } from '../file/objects';
import type { ObjectStore } from '../file/store';

/** Layers (ISO 32000-1, 8.11): what a reader does not see when the file is opened is not found, either. */
export class OptionalContent {
	private readonly hidden = new Set<number>();

	constructor(private readonly store: ObjectStore) {
		const properties = store.dict(store.root.get('OCProperties'));
		const usual = store.dict(properties.get('D'));
		const numbersOf = (value: PdfObject | undefined) =>
			store.array(value).flatMap((group) => (group instanceof Ref ? [group.number] : []));
		if (nameOf(store.resolve(usual.get('BaseState'))) === 'OFF') {
			for (const group of numbersOf(properties.get('OCGs'))) this.hidden.add(group);
		}
		for (const group of numbersOf(usual.get('ON'))) this.hidden.delete(group);
		for (const group of numbersOf(usual.get('OFF'))) this.hidden.add(group);
	}

	/** Whether a group, or a set of groups, is hidden. */
	hides(value: PdfObject | undefined): boolean {
		if (this.hidden.size === 0) return false;
		if (value instanceof Ref && this.hidden.has(value.number)) return true;
		const dict = this.store.resolve(value);
		return isDict(dict) && nameOf(dict.get('Type')) === 'OCMD' && this.hidesSet(dict);
	}

	/** A set states a policy over its groups (8.11.2.2). */
	private hidesSet(set: Dict): boolean {
		const given = set.get('OCGs');
		const resolved = this.store.resolve(given);
		const groups = (Array.isArray(resolved) ? resolved : [given]).filter(
			(group): group is Ref => group instanceof Ref,
		);
		if (groups.length === 0) return false;
		const isHidden = ({ number }: Ref) => this.hidden.has(number);
		switch (nameOf(this.store.resolve(set.get('P')))) {
			case 'AllOn':
				return groups.some(isHidden);
			case 'AnyOff':
				return !groups.some(isHidden);
			case 'AllOff':
				return !groups.every(isHidden);
			default:
				return groups.every(isHidden);
		}
	}
}
