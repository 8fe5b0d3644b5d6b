import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

function deepFreeze(value: unknown): void {
	if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
	if (ArrayBuffer.isView(value)) return; // bytes cannot be frozen
	Object.freeze(value);
	Object.values(value).forEach(deepFreeze);
}

/** The same node type, but it fails if it changes its input items. */
export function withFrozenInput(type: INodeType): INodeType {
	const { execute } = type;
	if (!execute) return type;
	return Object.create(type, {
		execute: {
			value: async function (this: IExecuteFunctions, ...rest: []) {
				deepFreeze(this.getInputData());
				return await execute.apply(this, rest);
			},
		},
	}) as INodeType;
}
