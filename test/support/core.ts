import './environment';
import 'reflect-metadata';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { BinaryDataService } from 'n8n-core';
import { LoggerProxy } from 'n8n-workflow';
import { collectingLogger, type LogLine } from './logger';
import './patterns';

interface Container {
	get<T>(type: abstract new (...parameters: never[]) => T): T;
	set(type: unknown, instance: unknown): void;
}

const requireFromCore = createRequire(require.resolve('n8n-core'));
const { Container: container } = requireFromCore('@n8n/di') as { Container: Container };
const { Logger } = requireFromCore('@n8n/backend-common') as { Logger: unknown };
const network = requireFromCore('@n8n/backend-network') as {
	configureGlobalAxiosDefaults: () => void;
};

/** Belongs to one engine, although n8n keeps it once per process. */
export interface Scope {
	binaryData: BinaryDataService;
	log: LogLine[];
}

const scopes = new AsyncLocalStorage<Scope>();
// While one is in use, Node follows every promise of the process, which slows down the next test files.
(globalThis as { afterAll?: typeof afterAll }).afterAll?.(() => scopes.disable());
const nowhere: LogLine[] = [];

const logger = collectingLogger(() => scopes.getStore()?.log ?? nowhere);
container.set(Logger, logger);
LoggerProxy.init(logger);
network.configureGlobalAxiosDefaults();

const shared = container.get(BinaryDataService);
container.set(
	BinaryDataService,
	new Proxy(shared, {
		get: (target, key) => {
			const service = scopes.getStore()?.binaryData ?? target;
			const member: unknown = Reflect.get(service, key);
			return typeof member === 'function' ? member.bind(service) : member;
		},
	}),
);

export { container };

/** Runs `work` so that whatever n8n stores or logs meanwhile lands in this scope. */
export function within<T>(scope: Scope, work: () => T): T {
	return scopes.run(scope, work);
}
