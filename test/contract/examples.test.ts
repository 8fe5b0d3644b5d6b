import type { INode, INodeParameters } from 'n8n-workflow';

import { EXAMPLES, linked, unknownIn, type ExampleWorkflow } from './examples';
import { duplicates } from './parameters';
import { exists, read } from './repository';

const NOTE = 'n8n-nodes-base.stickyNote';
const TRIGGERS = /Trigger$/;
/** Keys of providers, tokens, and long random texts that are no UUID. */
const SECRETS =
	/\bsk-|\bghp_|\beyJ|bearer|password|(?<![\w-])(?=\w*\d)(?=\w*[a-z])\w{32,}(?![\w-])/i;
/** Folders of one person's machine. n8n's image has the user `node`. */
const MACHINE_PATHS =
	/\/(root|tmp|Users|work|var|opt)\/|\/home\/(?!node\/)|[A-Z]:\\|localhost|127\.0/;

it('are those that the examples page lists', () => {
	const page = read('examples/README.md');
	expect([...EXAMPLES.keys()].filter((file) => !page.includes(`](${file})`))).toEqual([]);
	expect(
		[...page.matchAll(/\]\(([\w.-]+)\)/g)].filter(([, file]) => !exists(`examples/${file}`)),
	).toEqual([]);
});

describe.each([...EXAMPLES])('%s', (_, text) => {
	const workflow = JSON.parse(text) as ExampleWorkflow;
	const working = workflow.nodes.filter(({ type }) => type !== NOTE);
	const notes = workflow.nodes.filter(({ type }) => type === NOTE);

	it('uses operations, inputs and values that our nodes have', () => {
		const unknown = working.map((node) => [node.name, ...unknownIn(node)]);
		expect(unknown.filter((found) => found.length > 1)).toEqual([]);
		expect(working.some(({ type }) => type.startsWith('n8n-nodes-esignature.'))).toBe(true);
	});

	it('explains itself: what it does, what to choose and what to edit', () => {
		const [about] = notes.map(({ parameters }) => String(parameters.content));
		expect(notes.length).toBeGreaterThanOrEqual(1);
		expect(about).toMatch(/^## /);
		expect(about).toContain('**E-Signature** credential');
		// What stands nowhere but in the nodes is not found: a folder is a setting, or the note says where it is.
		const [, told] = /Enter your folder in \*\*([^*]+)\*\*/.exec(String(about)) ?? [];
		const others = working.filter(({ name }) => name !== 'Settings' && name !== told);
		expect(JSON.stringify(others)).not.toContain('n8n-files');
	});

	it('names in its notes only nodes that exist', () => {
		const names = working.map(({ name }) => name);
		const choose = notes
			.map(({ parameters }) => String(parameters.content))
			.flatMap(
				(content) => /credential in ([^.\n]+)/.exec(content)?.[1]?.match(/\*([^*]+)\*/g) ?? [],
			)
			.map((name) => name.replaceAll('*', ''));
		expect(choose.filter((name) => !names.includes(name))).toEqual([]);
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
		expect(new Set(ours.map(([, { name }]) => name))).toEqual(new Set(['E-Signature account']));
	});

	it('tries again where two first runs at once create the same table', () => {
		const creating = working.filter(({ parameters }) => createsIfMissing(parameters));
		expect(creating.filter(({ retryOnFail }) => !retryOnFail)).toEqual([]);
	});

	it('covers no node with another or with a note', () => {
		const boxes = workflow.nodes.map(boxOf);
		const touching = boxes.flatMap((one, index) =>
			boxes
				.slice(index + 1)
				.filter((other) => overlap(one, other))
				.map(({ name }) => [one.name, name]),
		);
		expect(touching).toEqual([]);
	});
});

/** n8n looks for the table, and then creates it: of two runs at once, one fails. */
const createsIfMissing = ({ options }: INodeParameters): boolean =>
	(options as INodeParameters | undefined)?.createIfNotExists === true;

/** A node is 96 pixels wide and high, its name stands below it. */
function boxOf({ name, type, position: [x, y], parameters }: INode) {
	const [width, height] =
		type === NOTE ? [Number(parameters.width), Number(parameters.height)] : [96, 120];
	return { name, left: x, top: y, right: x + width, bottom: y + height };
}

const overlap = (one: ReturnType<typeof boxOf>, other: ReturnType<typeof boxOf>): boolean =>
	one.left < other.right &&
	other.left < one.right &&
	one.top < other.bottom &&
	other.top < one.bottom;

describe('the check of inputs', () => {
	const node = (parameters: INode['parameters'], type = 'eSignature'): INode => ({
		id: '1',
		name: 'Node',
		type: `n8n-nodes-esignature.${type}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	});
	const getAll = { resource: 'envelope', operation: 'getAll' };

	it.each([
		[{ resource: 'envelope', operation: 'list' }, 'operation envelope/list'],
		[{ ...getAll, everything: true }, 'input everything'],
		[{ ...getAll, filters: { owner: 'me' } }, 'input owner'],
		[{ ...getAll, filters: { status: ['done'] } }, 'value status=done'],
		[{ ...getAll, returnAll: 'yes' }, 'string for returnAll'],
		[{ resource: 'envelope', operation: 'get', envelopeId: 'x' }, 'locator envelopeId'],
	])('finds what a node does not know in %j', (parameters, found) => {
		expect(unknownIn(node(parameters))).toEqual([found]);
	});

	it('finds events that do not exist, and nodes', () => {
		expect(unknownIn(node({ events: ['Sealed'] }, 'eSignatureTrigger'))).toEqual([
			'value events=Sealed',
		]);
		expect(unknownIn(node({}, 'sign'))).toEqual(['node n8n-nodes-esignature.sign']);
	});
});

// So that they can be read at a glance.
it.each([
	['nightly-archive', 9],
	['simple-archive', 5],
])('%s has at most %d nodes', (name, most) => {
	const { nodes } = JSON.parse(read(`examples/${name}.json`)) as ExampleWorkflow;

	expect(nodes.filter(({ type }) => type !== NOTE).length).toBeLessThanOrEqual(most);
});
