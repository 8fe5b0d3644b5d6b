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

it('have the same numbers and names on the examples page, as files and in the editor', () => {
	const page = read('examples/README.md');
	const listed = [...page.matchAll(/^(\d+)\. \*\*\[(.+?)\]\(([\w-]+\.json)\)\*\*/gm)];
	const named = listed.map(([, number, name, file]) => [
		file,
		`${String(number).padStart(2, '0')} ${name}`,
	]);
	expect(listed.map(([, number]) => Number(number))).toEqual(listed.map((_, index) => index + 1));
	expect(named.sort()).toEqual(
		[...EXAMPLES].map(([file, text]) => [file, (JSON.parse(text) as ExampleWorkflow).name]).sort(),
	);
	for (const [file, name] of named) {
		expect(String(name).slice(3).toLowerCase().replaceAll(' ', '-')).toBe(
			String(file).replace('.json', ''),
		);
	}
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
	});

	it('is read at a glance: at most 12 nodes and notes of at most 60 words', () => {
		expect(working.length).toBeLessThanOrEqual(12);
		const long = notes.filter(({ parameters }) => wordsIn(String(parameters.content)) > 60);
		expect(long.map(({ name }) => name)).toEqual([]);
		// 'Execute workflow' runs a schedule, too.
		expect(working.filter(({ type }) => type === 'n8n-nodes-base.manualTrigger')).toEqual([]);
	});

	it('has no wires that cross', () => {
		const wires = wiresOf(workflow);
		const crossing = wires.flatMap((one, index) =>
			wires.slice(index + 1).filter((other) => cross(one, other)),
		);
		expect(crossing).toEqual([]);
	});

	it('explains itself: what it does, what to choose and what to edit', () => {
		const [about] = notes.map(({ parameters }) => String(parameters.content));
		expect(notes.length).toBeGreaterThanOrEqual(1);
		expect(about).toMatch(new RegExp(`^## ${workflow.name}\n`));
		if (working.some(({ type }) => type.startsWith('n8n-nodes-esignature.'))) {
			expect(about).toContain('**E-Signature** credential');
		}
		// What stands nowhere but in the nodes is not found: a folder is a setting.
		const others = working.filter(({ name }) => name !== 'Settings');
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
		expect(ours.filter(([, { name }]) => name !== 'E-Signature account')).toEqual([]);
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

const wordsIn = (text: string): number =>
	text.replace(/[#*`]/g, ' ').split(/\s+/).filter(Boolean).length;

interface Wire {
	from: string;
	to: string;
	ends: [start: [x: number, y: number], end: [x: number, y: number]];
}

/** Each connection as a straight line, between the middles of nodes. */
function wiresOf({ nodes, connections }: ExampleWorkflow): Wire[] {
	const middleOf = (name: string): [number, number] => {
		const [x = 0, y = 0] = nodes.find((node) => node.name === name)?.position ?? [];
		return [x + 48, y + 48];
	};
	return Object.entries(connections).flatMap(([from, outputs]) =>
		Object.values(outputs).flatMap((list) =>
			list.flatMap((targets) =>
				(targets ?? []).map(({ node: to }): Wire => ({
					from,
					to,
					ends: [middleOf(from), middleOf(to)],
				})),
			),
		),
	);
}

function cross(one: Wire, other: Wire): boolean {
	if ([one.from, one.to].some((name) => [other.from, other.to].includes(name))) return false;
	const [[a, b], [c, d]] = [one.ends, other.ends];
	const side = ([x, y]: number[], [p, q]: number[], [r, s]: number[]) =>
		Math.sign(
			((p ?? 0) - (x ?? 0)) * ((s ?? 0) - (y ?? 0)) - ((q ?? 0) - (y ?? 0)) * ((r ?? 0) - (x ?? 0)),
		);
	return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

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
