import type { Call } from '../../../../nodes/ESignature/core';
import { Attempts } from '../../../../nodes/ESignature/core/attempts';

type Inputs = Record<string, unknown>;

/** Calls of one attempt for items with these inputs and IDs. */
export const callsFor = (items: Inputs[], attempts = new Attempts()): Call[] =>
	items.map((inputs, item) => {
		const ids = Object.entries(inputs).filter(([name]) => name.endsWith('Id'));
		const call: Partial<Call> = {
			item,
			history: attempts.of(item),
			assertNotCanceled: () => {},
			hasWritten: () => false,
			account: '',
			ids: Object.fromEntries(ids.map(([name, id]) => [name.replace(/Id$/, 'ID'), String(id)])),
			param: <Value>(name: string) => inputs[name] as Value,
			option: <Value>(name: string, fallback: Value) =>
				((inputs.options as Inputs | undefined)?.[name] ?? fallback) as Value,
		};
		return call as Call;
	});
