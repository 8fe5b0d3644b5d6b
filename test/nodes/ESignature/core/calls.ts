import { wrongInput, type Call } from '../../../../nodes/ESignature/core';
import { Attempts } from '../../../../nodes/ESignature/core/attempts';

type Inputs = Record<string, unknown>;

/** Calls of one attempt for items with these inputs; an ID input that is not a text is refused, like a real one. */
export const callsFor = (items: Inputs[], attempts = new Attempts()): Call[] =>
	items.map((inputs, item) => {
		const call: Partial<Call> = {
			item,
			history: attempts.of(item),
			assertNotCanceled: () => {},
			hasWritten: () => false,
			account: '',
			param: <Value>(name: string) => inputs[name] as Value,
			option: <Value>(name: string, fallback: Value) =>
				((inputs.options as Inputs | undefined)?.[name] ?? fallback) as Value,
			id: ({ property: { name } }) => {
				const value = inputs[name];
				if (typeof value === 'string') return value;
				throw wrongInput(`The ${name} is empty`);
			},
		};
		return call as Call;
	});
