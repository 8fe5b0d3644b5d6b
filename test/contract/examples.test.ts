import type { INodeParameters } from 'n8n-workflow';

import { EXAMPLES, linked, unknownIn, type ExampleWorkflow } from './examples';
import { duplicates } from './parameters';

const NOTE = 'n8n-nodes-base.stickyNote';
const TRIGGERS = /Trigger$/;
/** Keys of providers, tokens, and long random texts that are no UUID. */
const SECRETS =
	/\bsk-|\bghp_|\beyJ|bearer|password|(?<![\w-])(?=\w*\d)(?=\w*[a-z])\w{32,}(?![\w-])/i;
/** Folders of one person's machine. n8n's image has the user `node`. */
const MACHINE_PATHS =
	/\/(root|tmp|Users|work|var|opt)\/|\/home\/(?!node\/)|[A-Z]:\\|localhost|127\.0/;

describe.each([...EXAMPLES])('%s', (_, text) => {
	const workflow = JSON.parse(text) as ExampleWorkflow;
	const working = workflow.nodes.filter(({ type }) => type !== NOTE);

	it('uses operations, inputs and values that our nodes have', () => {
		const unknown = working.map((node) => [node.name, ...unknownIn(node)]);
		expect(unknown.filter((found) => found.length > 1)).toEqual([]);
	});

	it('connects every node, and none that does not exist', () => {
		const names = workflow.nodes.map(({ name }) => name);
		expect(duplicates(names)).toEqual([]);
		expect(duplicates(workflow.nodes.map(({ id }) => id))).toEqual([]);
		expect(linked(workflow).filter((name) => !names.includes(name))).toEqual([]);
		expect(working.filter(({ name }) => !linked(workflow).includes(name))).toEqual([]);
		expect(working.some(({ type }) => TRIGGERS.test(type))).toBe(true);
		expect(workflow.settings.executionOrder).toBe('v1');
	});

	it('holds no secret, no ID of a credential and no path of a machine', () => {
		expect(SECRETS.exec(text)?.[0]).toBeUndefined();
		expect(MACHINE_PATHS.exec(text)?.[0]).toBeUndefined();
		const credentials = working.flatMap((node) => Object.entries(node.credentials ?? {}));
		expect(credentials.filter(([, { id }]) => id !== null)).toEqual([]);
		const ours = credentials.filter(([type]) => type === 'eSignatureApi');
		expect(ours.filter(([, { name }]) => name !== 'E-Signature account')).toEqual([]);
	});

	it('tries again where two first runs at once create the same table', () => {
		const creating = working.filter(({ parameters }) => createsIfMissing(parameters));
		expect(creating.filter(({ retryOnFail }) => !retryOnFail)).toEqual([]);
	});
});

/** n8n looks for the table, and then creates it: of two runs at once, one fails. */
const createsIfMissing = ({ options }: INodeParameters): boolean =>
	(options as INodeParameters | undefined)?.createIfNotExists === true;
