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
