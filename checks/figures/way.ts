import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { createSandbox } from '../../sandbox';
import { ROOT } from '../../test/contract/repository';
import { createEngine } from '../../test/support/engine';
import { credentialFor, envelopeParameters } from '../../test/support/ground';
import { sourceTypes } from '../sourceTypes';

/** The files from the node to n8n's request helper, for one Envelope > Get: taken from the stack inside the helper. */
export async function wayOfRead(): Promise<string[]> {
	const types = sourceTypes();
	const stacks: string[] = [];
	types.nodes.forEach((node) => listen(node as INodeType, stacks));
	const sandbox = await createSandbox({ clientSecret: randomUUID() });
	const engine = await createEngine({ credential: credentialFor(sandbox), types });
	const { error } = await engine.run(
		envelopeParameters('get', sandbox.control.envelope({ documents: 1 }).ID),
	);
	await engine.close();
	await sandbox.close();
	const [stack] = stacks;
	if (error || stack === undefined) throw error ?? new Error('The node sent nothing');
	return filesOf(stack);
}

/** Notes the stack of every request. */
function listen(node: INodeType, stacks: string[]): void {
	const { execute } = node;
	node.execute = async function (this: IExecuteFunctions) {
		const { httpRequestWithAuthentication } = this.helpers;
		this.helpers.httpRequestWithAuthentication = async function (...args) {
			const { stackTraceLimit } = Error;
			Error.stackTraceLimit = Infinity;
			stacks.push(new Error('here').stack ?? '');
			Error.stackTraceLimit = stackTraceLimit;
			return await httpRequestWithAuthentication.apply(this, args);
		};
		return (await execute?.call(this)) ?? null;
	};
}

/** Ours, outermost first; a file that is entered again is named again. */
export function filesOf(stack: string, root = ROOT): string[] {
	const visits = stack
		.split('\n')
		.flatMap((line) => /([^\s()]+\.ts):\d+:\d+\)?$/.exec(line)?.[1] ?? [])
		.map((path) => path.replace(/^file:\/\//, ''))
		.filter((path) => path.startsWith(`${root}/`))
		.map((path) => path.slice(root.length + 1))
		.filter((path) => /^(nodes|credentials)\//.test(path))
		.reverse();
	return visits.filter((path, index) => path !== visits[index - 1]);
}
