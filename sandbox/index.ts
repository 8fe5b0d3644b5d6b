import { Control } from './control';
import { Dialects } from './dialects';
import { FaultPlan } from './http/faults';
import { RequestLog } from './http/requestLog';
import { routesOf } from './routes';
import { seed } from './seed';
import { createApp } from './server';
import { Service } from './service/service';
import { settingsFrom, type SandboxOptions } from './service/settings';
import { Timers } from './time/timers';

export { DIALECTS } from './dialects';
export type { Dialect } from './dialects';
export type { EnvelopeFixture } from './fixture';
export type { Fault } from './http/faults';
export type { LoggedRequest } from './http/requestLog';
export type {
	AuditEvent,
	StoredDocument,
	StoredEnvelope,
	StoredParticipant,
} from './service/records';
export type { Delivery, WebhookEvent, WebhookOptions } from './webhooks/options';
export type { Control, Dialects, FaultPlan, RequestLog, SandboxOptions };

export interface Sandbox {
	/** Base address, without a slash at the end. */
	url: string;
	clientId: string;
	clientSecret: string;
	/** State, log, faults, tokens and deliveries as at the start. */
	reset(): Promise<void>;
	/** Ends all connections and timers. */
	close(): Promise<void>;
	log: RequestLog;
	faults: FaultPlan;
	/** Which variants of the interface are spoken; none unless chosen. */
	dialects: Dialects;
	control: Control;
}

/** Starts a simulated e-signature service on this machine. For development and tests only. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const settings = settingsFrom(options);
	const service = new Service(settings);
	const log = new RequestLog(settings.now);
	const faults = new FaultPlan();
	const timers = new Timers();
	const dialects = new Dialects(settings);
	const routes = routesOf(service);
	const app = createApp({ service, routes, log, faults, dialects, timers });

	const server = await new Promise<ReturnType<typeof app.listen>>((resolve, reject) => {
		const listening = app.listen(settings.port, '127.0.0.1', (error) =>
			error ? reject(error) : resolve(listening),
		);
	});
	// An idle connection closed under a client looks like an unplanned fault.
	server.keepAliveTimeout = 0;
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : settings.port;
	service.url = `http://127.0.0.1:${port}`;
	if (settings.seed) seed(service);

	const stopWork = () => {
		faults.clear();
		timers.clear();
		dialects.reset();
		service.reset();
	};
	return {
		url: service.url,
		clientId: settings.clientId,
		get clientSecret() {
			return settings.clientSecret;
		},
		reset: async () => {
			stopWork();
			log.clear();
			if (settings.seed) seed(service);
		},
		close: async () => {
			stopWork();
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			server.closeAllConnections();
			await closed;
		},
		log,
		faults,
		dialects,
		control: new Control(service),
	};
}
