import type { INodeProperties } from 'n8n-workflow';

import { RESOURCES } from '../../nodes/ESignature/actions';
import { LIMITS, megabytes } from '../../nodes/ESignature/api';
import { maxFileSize, type Resource } from '../../nodes/ESignature/core';
import { inputsOf, parametersOf } from '../../nodes/ESignature/core/form';
import { type Operation } from '../../nodes/ESignature/core/operation';
import { read } from './repository';

/** Path -> text of each page that has something generated in it. */
export const pages = (): Map<string, string> =>
	new Map([
		['README.md', filled('README.md', { operations: overview(RESOURCES) })],
		['docs/running.md', filled('docs/running.md', { limits: limits() })],
		[
			'docs/operations.md',
			filled('docs/operations.md', {
				'shared options': namesOf(sharedOptions(RESOURCES)),
				...Object.fromEntries(RESOURCES.map((one) => [`operations: ${one.value}`, inputs(one)])),
			}),
		],
	]);

/** The page with the texts between their markers. */
export function filled(path: string, texts: Record<string, string>, page = read(path)): string {
	return Object.entries(texts).reduce((text, [name, part]) => {
		const [start, end] = [`<!-- ${name}, by npm run docs -->`, '<!-- end -->'];
		const from = text.indexOf(start);
		const to = text.indexOf(end, from);
		if (from < 0 || to < 0) throw new Error(`${path} has no place for it: ${start} ${end}`);
		return `${text.slice(0, from + start.length)}\n\n${part}\n\n${text.slice(to)}`;
	}, page);
}

/** The names of all operations. */
const overview = (resources: readonly Resource[]): string =>
	table(
		['Resource', 'Operations'],
		resources.map(({ name, operations }) => [
			name,
			alphabetical(operations)
				.map((operation) => operation.name)
				.join(', '),
		]),
	);

function limits(): string {
	const { documentPages, documentNameLength, documentsPerEnvelope, accessCodeLength } = LIMITS;
	const size = `${String(maxFileSize.default)} MB unless you change *Max File Size*`;
	return table(
		['What', 'Limit', 'Checked by'],
		[
			[
				'Document',
				`${megabytes(LIMITS.documentBytes)}, ${documentPages} pages, a name of ${documentNameLength} characters`,
				'the service',
			],
			[
				'Documents of an envelope',
				`${documentsPerEnvelope}, together ${megabytes(LIMITS.envelopeBytes)}`,
				'the service',
			],
			[
				'Access code',
				`${accessCodeLength.min} to ${accessCodeLength.max} characters`,
				'the service',
			],
			[
				'Participants of an envelope',
				String(LIMITS.participantsPerEnvelope),
				'the node for each list, before anything is sent',
			],
			['Downloaded file', size, 'the node'],
		],
	);
}

/** The operations of one resource with what they do and their inputs. */
const inputs = ({ operations }: Resource): string =>
	table(
		['Operation', 'What it does', 'Inputs', 'Options'],
		alphabetical(operations).map((operation) => [
			operation.name,
			operation.description,
			namesOf(inputsOf(operation)),
			namesOf(byName(optionsOf(operation))),
		]),
	);

/** Without those that are shown only together with another one, whose page explains them. */
const optionsOf = ({ options = [] }: Operation): INodeProperties[] =>
	options.filter(({ displayOptions }) => displayOptions === undefined);

/**
 * The names of inputs, those that are required in bold. A list in JSON is another form of the input before it, as is one of
 * the same name.
 */
const namesOf = (properties: readonly INodeProperties[]): string =>
	properties
		.filter(({ type }) => !['notice', 'json', 'hidden'].includes(type))
		.filter(({ name }, at, all) => all.findIndex((one) => one.name === name) === at)
		.map(({ displayName, required }) => {
			const name = displayName.replace(/ \((Seconds|MB)\)$/, '');
			return required ? `**${name}**` : name;
		})
		.join(', ');

/** Options that the form has for every operation. */
function sharedOptions(resources: readonly Resource[]): INodeProperties[] {
	const declared = new Set(
		resources.flatMap(({ operations }) =>
			Object.values(operations).flatMap(({ options = [] }) => options.map(({ name }) => name)),
		),
	);
	const offered = parametersOf(resources).find(({ name }) => name === 'options')?.options ?? [];
	return (offered as INodeProperties[]).filter(({ name }) => !declared.has(name));
}

const alphabetical = (operations: Resource['operations']): Operation[] =>
	Object.values(operations).sort((a, b) => a.name.localeCompare(b.name, 'en'));

const byName = (properties: INodeProperties[]): INodeProperties[] =>
	[...properties].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

export const table = (head: string[], rows: string[][]): string =>
	[row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

const row = (cells: string[]): string =>
	`|${cells.map((cell) => ` ${cell.replaceAll('|', '\\|')} |`.replace(/^ {2}/, ' ')).join('')}`;
