import { isDict, Ref, type ObjectStore, type PdfObject } from '../pdf';

/** Layers (ISO 32000-1, 8.11): what a reader does not see when the file is opened is not found, either. */
export class Layers {
	private readonly hidden = new Set<number>();

	constructor(private readonly store: ObjectStore) {
		const properties = store.dict(store.root.get('OCProperties'));
		const usual = store.dict(properties.get('D'));
		if (store.name(usual.get('BaseState')) === 'OFF') {
			for (const group of this.groupsIn(properties.get('OCGs'))) this.hidden.add(group);
		}
		for (const group of this.groupsIn(usual.get('ON'))) this.hidden.delete(group);
		for (const group of this.groupsIn(usual.get('OFF'))) this.hidden.add(group);
	}

	/** Whether a layer is hidden, or all layers of a set (8.11.2.2). */
	hides(value: PdfObject | undefined): boolean {
		if (this.hidden.size === 0) return false;
		if (value instanceof Ref && this.hidden.has(value.number)) return true;
		const dict = this.store.resolve(value);
		if (!isDict(dict) || this.store.name(dict.get('Type')) !== 'OCMD') return false;
		const given = dict.get('OCGs');
		const groups = this.groupsIn(
			Array.isArray(this.store.resolve(given)) ? given : [given ?? null],
		);
		if (groups.length === 0) return false;
		return groups.every((group) => this.hidden.has(group));
	}

	private groupsIn(value: PdfObject | undefined): number[] {
		return this.store.array(value).flatMap((group) => (group instanceof Ref ? [group.number] : []));
	}
}
