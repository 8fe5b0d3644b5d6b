import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { messageList } from '../../checks/messageList';
import { stringsIn } from '../../checks/sourceTexts';
import { documentFile } from '../../nodes/ESignature/actions/document/originals';
import { place, textProperties, type } from '../../nodes/ESignature/actions/field/form';
import { fieldsFromTags, taggedFields } from '../../nodes/ESignature/actions/field/tags';
import { PdfText } from '../../nodes/ESignature/actions/shared/pdfs';
import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { ESignaturePollingTrigger } from '../../nodes/ESignature/ESignaturePollingTrigger.node';
import { ESignatureTrigger } from '../../nodes/ESignature/ESignatureTrigger.node';
import { ANSWERS, REASONS } from '../../nodes/ESignature/trigger/texts';
import { plainPdf } from '../../sandbox/files/plainPdf';
import { belongingTo, pairsOf, partsOf } from './parameters';
import { read } from './repository';

/** Line breaks of the source do not matter to a reader. */
const flat = (text: string): string => text.replace(/\s+/g, ' ');

const absent = (names: string[], page: string): string[] =>
	[...new Set(names)].filter((name) => !flat(page).includes(name));

/** What the form calls an operation, and the inputs that belong to it, options of collections too. */
function operations(description: INodeTypeDescription) {
	return pairsOf(description).map((pair) => {
		const selector = description.properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(pair.resource),
		);
		const choices = selector?.options as INodePropertyOptions[];
		const inputs = belongingTo(description, pair)
			.filter(({ type }) => type !== 'notice')
			.flatMap(partsOf)
			.flatMap((part) => ('type' in part ? [part.displayName] : []))
			.map((name) => name.replace(/ \((Seconds|MB)\)$/, ''));
		return {
			resource: pair.resource,
			name: choices.find(({ value }) => value === pair.operation)?.name ?? '',
			inputs,
		};
	});
}

describe('docs/operations.md', () => {
	const page = read('docs/operations.md');
	const section = (resource: string) =>
		page.split(/^## /m).find((part) => part.toLowerCase().startsWith(`${resource}\n`)) ?? '';

	it.each(operations(new ESignature().description))(
		'has $resource: $name with all its inputs',
		({ resource, name, inputs }) => {
			expect(section(resource)).toContain(`\n| ${name} | `);
			expect(inputs.length).toBeGreaterThan(0);
			expect(absent(inputs, page)).toEqual([]);
		},
	);
});

describe('docs/trigger.md', () => {
	it('has every input, event and option, and everything that the node answers', () => {
		const { properties } = new ESignatureTrigger().description;
		const names = properties
			.filter(({ type }) => type !== 'notice')
			.flatMap(partsOf)
			.map((part) => ('displayName' in part ? part.displayName : part.name))
			.map((name) => name.replace(/ \(Recommended\)$/, ''));
		const answers = Object.values(ANSWERS).map(({ status, text }) => `| ${status} | ${text}`);

		expect(
			absent([...names, ...answers.map((answer) => answer.trim())], read('docs/trigger.md')),
		).toEqual([]);
	});
});

describe('docs/polling.md', () => {
	it('has every input, event and option of the polling trigger, and what it says', () => {
		const { properties } = new ESignaturePollingTrigger().description;
		const names = properties
			.filter(({ type }) => type !== 'notice')
			.flatMap(partsOf)
			.map((part) => ('displayName' in part ? part.displayName : part.name));
		const said = ['poll', 'events']
			.flatMap((file) => stringsIn(read(`nodes/ESignature/polling/${file}.ts`)))
			.filter((text) => /^(Some|No|The list) .* .*/.test(text))
			// How it begins.
			.map((text) => /^[^,.]+/.exec(text)?.[0] ?? text);

		expect(said).toHaveLength(3);
		expect(absent([...names, ...said], read('docs/polling.md'))).toEqual([]);
	});
});

describe('docs/troubleshooting.md', () => {
	it('cites what the trigger writes into the log', () => {
		const cited = [...read('docs/troubleshooting.md').matchAll(/in the log: ([^|]+) \|/g)];
		const written = Object.values(REASONS).join(' ');

		expect(cited.length).toBeGreaterThan(0);
		expect(
			absent(
				cited.map(([, text]) => text as string),
				written,
			),
		).toEqual([]);
	});

	/** What stands in braces has another name here, or is given as an example. */
	const isCited = (message: string, line: string): boolean => {
		if (plain(line).includes(plain(message))) return true;
		return line.split(/(?<=\.) /).some((sentence) => {
			const parts = sentence.split(/\{[^}]*\}/);
			const ends = parts.reduce((at, part) => {
				const found = at < 0 ? -1 : message.indexOf(part, at);
				return found < 0 ? -1 : found + part.length;
			}, 0);
			return ends > 0 && parts.join('').length >= 15;
		});
	};

	const plain = (text: string) => flat(text).replace(/\{[^}]*\}/g, '{}');

	it.each([
		['docs/troubleshooting.md', /^## Events/m, 0],
		['docs/placing-fields.md', /^## What the messages mean/m, 1],
	])('explains messages that exist, as does %s', (path, cut, part) => {
		const table = read(path).split(cut)[part] ?? '';
		const cited = table.match(/^\| (?!Message|-)[^|]+(?= \|)/gm)?.map((cell) => cell.slice(2));
		const printed = messageList()
			.split('\n')
			.map((line) => line.replace(/^ *(\d{3}|5xx)? +/, ''));
		const exists = (message: string) => printed.some((line) => isCited(message, line));

		expect(cited?.length).toBeGreaterThan(0);
		expect(cited?.filter((message) => !exists(message))).toEqual([]);
		expect(exists('The service is on holiday until Monday')).toBe(false);
	});
});

describe('docs/placing-fields.md', () => {
	const page = read('docs/placing-fields.md');
	const tags = [...page.matchAll(/^\| `(\[\[.+?\]\])` \|/gm)].map(([, tag = '']) => tag);
	const fieldsOf = async (tag: string, people: string[]) =>
		await taggedFields(
			await PdfText.read(
				{ pause: async () => {}, assertNotCanceled: () => {} },
				{ name: 'a.pdf', bytes: plainPdf([[tag]]) },
				'tags',
			),
			people.map((email) => ({ email, role: 'signer' })),
		);

	it('has every input of a field at a text, in the form and in JSON, and every type', () => {
		const names = textProperties.map(({ displayName }) => displayName);
		const keys = textProperties.map(({ name }) => name).filter((name) => !/Number$/.test(name));
		const places = place.options.flatMap(({ name, value }) => [`*${name}*`, `\`${value}\``]);
		const types = type.options.map(({ value }) => `\`${value}\``);

		expect(absent([...names, ...places, ...types], page)).toEqual([]);
		expect(
			absent(
				keys.map((key) => `\`${key}\``),
				page,
			),
		).toEqual([]);
		expect(
			absent(
				[fieldsFromTags, documentFile].map((one) => `*${one.displayName}*`),
				page,
			),
		).toEqual([]);
	});

	it('shows tags that become fields', async () => {
		const both = ['ada@example.com', 'grace@example.com'];
		expect(tags.length).toBeGreaterThan(5);
		for (const tag of tags) {
			const people = tag.includes(':') ? both : both.slice(0, 1);
			expect(await fieldsOf(tag, people)).toHaveLength(1);
		}
	});
});
