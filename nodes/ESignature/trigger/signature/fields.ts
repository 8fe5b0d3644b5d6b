import { readDictionary, readList } from '../field/dictionary';
import { dictionaryText, listText } from '../field/serialize';
import type { Dictionary } from '../field/types';
import { headerOf, linesOf, type Message } from './message';

/** The fields of a message in the forms that a signature can cover, each made once. */
export class Fields {
	private readonly made = new Map<string, unknown>();

	constructor(readonly message: Message) {}

	text(name: string): string | undefined {
		return this.once(`text ${name}`, () => headerOf(this.message, name));
	}

	dictionary(name: string): Dictionary | undefined {
		return this.once(`dictionary ${name}`, () => readDictionary(this.text(name) ?? ''));
	}

	/** The one spelling of a structured field, whichever kind it is of. */
	structured(name: string): string | undefined {
		return this.once(`structured ${name}`, () => {
			const text = this.text(name);
			if (text === undefined) return undefined;
			const members = this.dictionary(name);
			if (members) return dictionaryText(members);
			const list = readList(text);
			return list && listText(list);
		});
	}

	/** Line by line. Node hands bytes over as Latin-1. */
	bytes(name: string): string | undefined {
		return this.once(`bytes ${name}`, () => {
			const lines = linesOf(this.message, name);
			const wrapped = lines.map((line) => `:${Buffer.from(line, 'latin1').toString('base64')}:`);
			return lines.length === 0 ? undefined : wrapped.join(', ');
		});
	}

	private once<Form>(key: string, make: () => Form): Form {
		if (!this.made.has(key)) this.made.set(key, make());
		return this.made.get(key) as Form;
	}
}
