import { BinaryDataConfig, BinaryDataService, ErrorReporter } from 'n8n-core';
import { LoggerProxy } from 'n8n-workflow';
import { container } from './core';

export type BinaryMode = 'filesystem' | 'default';

/** n8n's binary data service in a folder of its own: `default` keeps files inside the items. */
export async function createBinaryStore(
	mode: BinaryMode,
	localStoragePath: string,
): Promise<BinaryDataService> {
	const config: BinaryDataConfig = Object.assign(
		Object.create(container.get(BinaryDataConfig)) as BinaryDataConfig,
		{ mode, localStoragePath },
	);
	const service: BinaryDataService = Reflect.construct(BinaryDataService, [
		config,
		container.get(ErrorReporter),
		LoggerProxy,
	]);
	await service.init();
	return service;
}
