import { randomUUID } from 'crypto';

import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { assertNoCanary } from './canaries';
import { createEngine, type Engine, type EngineOptions, type Outcome } from './engine';

/** A service and an n8n that knows it, made for one test file and fresh for each of its tests. */
export interface Harness {
	sandbox: Sandbox;
	engine: Engine;
}

export function prepareHarness(
	options: { sandbox?: SandboxOptions; engine?: Partial<EngineOptions> } = {},
): Harness {
	const harness = {} as Harness;
	beforeEach(async () => {
		// Sessions are remembered per address and secret, and a port may be given out again.
		harness.sandbox = await createSandbox({ clientSecret: randomUUID(), ...options.sandbox });
		const engine = await createEngine({
			credential: credentialFor(harness.sandbox),
			...options.engine,
		});
		harness.engine = watched(engine, harness.sandbox.clientSecret);
	});
	afterEach(async () => {
		await harness.engine.close();
		await harness.sandbox.close();
	});
	return harness;
}

/** No run of any test may show the client secret or a token. */
function watched(engine: Engine, clientSecret: string): Engine {
	const checked = async (result: Promise<Outcome>): Promise<Outcome> => {
		const outcome = await result;
		const token = String(engine.credential.data.accessToken ?? '');
		assertNoCanary(
			outcome,
			[clientSecret, token].filter((text) => text.length > 8),
		);
		return outcome;
	};
	return {
		...engine,
		run: async (...args) => await checked(engine.run(...args)),
		start: (...args) => {
			const { result, cancel } = engine.start(...args);
			return { result: checked(result), cancel };
		},
	};
}

export const credentialFor = ({ url, clientId, clientSecret }: Sandbox) => ({
	baseUrl: url,
	clientId,
	clientSecret,
});

/** A resource locator as the editor stores it in "By ID" mode. */
export const byId = (value: unknown) => ({
	__rl: true,
	mode: 'id',
	value: value as string,
});

/** The drafts of the sandbox have no fields unless a test wants them. */
const sending = ({ options }: { options?: object }): object => ({
	options: { allowSignersWithoutFields: true, ...options },
});

export const envelopeParameters = (operation: string, ID: unknown, more: object = {}) => ({
	resource: 'envelope',
	operation,
	envelopeId: byId(ID),
	...more,
	...(operation === 'send' ? sending(more) : {}),
});

/** Document > Add with everything that the form asks for, from the file in `data`. */
export const addition = (envelope: string, more: object = {}) => ({
	resource: 'document',
	operation: 'add',
	envelopeId: byId(envelope),
	binaryPropertyName: 'data',
	name: '',
	contentType: '',
	...more,
});
