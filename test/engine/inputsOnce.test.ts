import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';

import { createEngine, type Engine } from '../support/engine';
import { byId, credentialFor, prepareHarness } from '../support/harness';
import { typesOfSources } from '../support/types';

const harness = prepareHarness();

/** How often n8n was asked for each input, by name; what it evaluates each time. */
async function askedFor(
	run: (engine: Engine) => Promise<unknown>,
): Promise<Record<string, number>> {
	const asked: Record<string, number> = {};
	const types = await typesOfSources();
	for (const node of types.nodes as INodeType[]) {
		const { execute } = node;
		node.execute = async function (this: IExecuteFunctions) {
			const { getNodeParameter } = this;
			const counting = Object.create(this, {
				getNodeParameter: {
					value: (name: string, ...rest: unknown[]) => {
						asked[name] = (asked[name] ?? 0) + 1;
						return getNodeParameter.call(this, name, ...(rest as [number])) as unknown;
					},
				},
			}) as IExecuteFunctions;
			return (await execute?.call(counting)) ?? null;
		};
	}
	const engine = await createEngine({ credential: credentialFor(harness.sandbox), types });
	await run(engine);
	await engine.close();
	return asked;
}

const ITEMS = 7;

const ran = async (parameters: INodeParameters, json: object = {}) =>
	await askedFor(async (engine) => {
		const items = Array.from({ length: ITEMS }, () => ({ json: { ...json } }));
		const { error } = await engine.run(parameters, { items });
		if (error) throw error;
	});

it('evaluates an expression once per item, and reads anything else once per run', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	const parameters = {
		resource: 'envelope',
		operation: 'downloadEvidence',
		envelopeId: byId('={{ $json.ID }}'),
		include: ['auditTrail'],
		output: 'envelope',
		options: { timeout: 30 },
	};

	expect(await ran(parameters, { ID })).toEqual({
		resource: 1,
		operation: 1,
		envelopeId: ITEMS,
		include: 1,
		output: 1,
		options: 1,
	});
});

it('finds an expression at any depth', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	const parameters = {
		resource: 'envelope',
		operation: 'downloadEvidence',
		envelopeId: byId(ID),
		include: ['={{ $json.part }}'],
		output: '=envelope',
		options: { timeout: '={{ 30 }}' },
	};

	expect(await ran(parameters, { part: 'auditTrail' })).toEqual({
		resource: 1,
		operation: 1,
		envelopeId: 1,
		include: ITEMS,
		output: ITEMS,
		options: ITEMS,
	});
});
