import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { createEngine, type Engine, type EngineOptions } from './engine';

/** A service and an n8n that knows it, made for one test file and fresh for each of its tests. */
export interface Ground {
	sandbox: Sandbox;
	engine: Engine;
}

export function prepareGround(
	options: { sandbox?: SandboxOptions; engine?: Partial<EngineOptions> } = {},
): Ground {
	const ground = {} as Ground;
	beforeEach(async () => {
		// A new port each time: sessions are remembered per address, and none must be shared.
		ground.sandbox = await createSandbox(options.sandbox);
		ground.engine = await createEngine({
			credential: credentialFor(ground.sandbox),
			...options.engine,
		});
	});
	afterEach(async () => {
		await ground.engine.close();
		await ground.sandbox.close();
	});
	return ground;
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

export const envelopeParameters = (operation: string, ID: unknown, more: object = {}) => ({
	resource: 'envelope',
	operation,
	envelopeId: byId(ID),
	...more,
});
