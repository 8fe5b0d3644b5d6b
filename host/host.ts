import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IBinaryData, ICredentialDataDecryptedObject } from 'n8n-workflow';

import { Execution, hasEnded } from './execution';
import { prepareN8n, type N8n } from './install/install';
import type { Say } from './install/progress';
import { Rest, type Session } from './rest';
import { environmentOf } from './server/environment';
import { memoryOf } from './server/memory';
import { installPackage } from './server/package';
import { freePort } from './server/ports';
import { Program } from './server/program';
import { CREDENTIAL, START, type NewWorkflow } from './workflows';

export interface HostOptions {
	/** The packed package to install, as `packPackage` leaves it. */
	tarball: string;
	/** Kept if given; else a new one that `stop` removes. */
	folder?: string;
	/** A free one if not given. */
	port?: number;
	/** For this n8n alone, e.g. its binary data mode. */
	env?: Record<string, string>;
	/** Of the owner, on this start and the next ones; that of the tests if not given. */
	password?: string;
	/** How long n8n may take to be ready. */
	startSeconds?: number;
	say?: Say;
}

/** A credential as workflows refer to it. */
export interface CredentialReference {
	id: string;
	name: string;
}

/** Enough to use a running n8n from another program. */
export interface HostState {
	folder: string;
	pid: number;
	session: Session;
}

/** A real n8n with the package installed, its owner signed in. */
export class Host {
	constructor(
		readonly folder: string,
		readonly pid: number,
		private readonly session: Rest,
	) {}

	get url(): string {
		return this.session.url;
	}

	get state(): HostState {
		return { folder: this.folder, pid: this.pid, session: this.session.session };
	}

	/** Bytes of memory that n8n holds now. */
	get memory(): number {
		return memoryOf(this.pid);
	}

	/** Addresses outside of this machine that something in n8n tried to reach. */
	get refused(): string[] {
		const file = join(this.folder, 'refused.log');
		return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
	}

	async rest<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
		return await this.session.request<Answer>(method, path, body);
	}

	async createCredential(
		name: string,
		data: ICredentialDataDecryptedObject,
		type = CREDENTIAL,
	): Promise<CredentialReference> {
		const { id } = await this.rest<{ id: string }>('POST', '/rest/credentials', {
			name,
			type,
			data,
		});
		return { id, name };
	}

	async createWorkflow(workflow: NewWorkflow): Promise<string> {
		return (await this.rest<{ id: string }>('POST', '/rest/workflows', workflow)).id;
	}

	/** Starts a stored workflow as the editor's button does; returns the execution's ID. */
	async start(id: string, trigger = START): Promise<string> {
		const workflowData = await this.rest('GET', `/rest/workflows/${id}`);
		const { executionId } = await this.rest<{ executionId: string }>(
			'POST',
			`/rest/workflows/${id}/run`,
			{ workflowData, triggerToStartFrom: { name: trigger } },
		);
		return executionId;
	}

	/** Of an execution, also before n8n has stored its data. */
	async status(id: string): Promise<string> {
		return (await this.rest<{ status: string }>('GET', `/rest/executions/${id}`)).status;
	}

	async execution(id: string): Promise<Execution> {
		return new Execution(await this.rest('GET', `/rest/executions/${id}`));
	}

	/** Waits until an execution has ended, however it did. */
	async ended(id: string): Promise<Execution> {
		for (;;) {
			if (hasEnded(await this.status(id))) return await this.execution(id);
			await sleep(100);
		}
	}

	/** Stores a workflow, runs it once and waits for its end. */
	async execute(workflow: NewWorkflow, trigger = START): Promise<Execution> {
		return await this.ended(await this.start(await this.createWorkflow(workflow), trigger));
	}

	async cancel(executionId: string): Promise<void> {
		await this.rest('POST', `/rest/executions/${executionId}/stop`);
	}

	/** Puts a workflow's triggers to work: schedules, webhooks. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.rest<{ versionId: string }>('GET', `/rest/workflows/${id}`);
		await this.rest('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivate(id: string): Promise<void> {
		await this.rest('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	/** A file that a node gave, as n8n keeps it. */
	async file({ id, data }: IBinaryData): Promise<Buffer> {
		if (!id) return Buffer.from(data, 'base64');
		const query = new URLSearchParams({ id, action: 'download' });
		return await this.session.file(`/rest/binary-data?${query.toString()}`);
	}
}

export const attachHost = ({ folder, pid, session }: HostState): Host =>
	new Host(folder, pid, new Rest(session.url, session));

/** A host that this program started and has to stop. */
export class OwnHost extends Host {
	constructor(
		folder: string,
		readonly program: Program,
		session: Rest,
		private readonly temporary: boolean,
	) {
		super(folder, program.pid, session);
	}

	async stop(): Promise<void> {
		await this.program.stop();
		if (this.temporary) rmSync(this.folder, { recursive: true, force: true });
	}
}

/** Installs n8n if need be, starts it with the package in a folder of its own, and signs in. */
export async function startHost(options: HostOptions): Promise<OwnHost> {
	const n8n = await prepareN8n(options.say);
	const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'esignature-n8n-'));
	mkdirSync(folder, { recursive: true });
	await installPackage(options.tarball, folder);
	const port = options.port ?? (await freePort());
	const program = await startProgram(n8n, folder, port, options);
	const session = new Rest(`http://127.0.0.1:${port}`);
	const host = new OwnHost(folder, program, session, options.folder === undefined);
	try {
		await session.signIn(options.password);
	} catch (error) {
		await host.stop();
		throw error;
	}
	return host;
}

async function startProgram(
	n8n: N8n,
	folder: string,
	port: number,
	{ env, startSeconds }: HostOptions,
): Promise<Program> {
	return await Program.start(n8n, {
		parameters: ['start'],
		env: environmentOf(n8n, { folder, port, brokerPort: await freePort() }, env),
		log: join(folder, 'n8n.log'),
		startSeconds,
		// Older versions of n8n call themselves ready as soon as their database is.
		health: ['/healthz/readiness', '/rest/settings'].map(
			(path) => `http://127.0.0.1:${port}${path}`,
		),
	});
}
