import type { INodeProperties } from 'n8n-workflow';

import { messageList } from '../../checks/messageList';
import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { ESignaturePollingTrigger } from '../../nodes/ESignature/polling/ESignaturePollingTrigger.node';
import { ESignatureTrigger } from '../../nodes/ESignature/ESignatureTrigger.node';
import { EXAMPLES } from './examples';
import { partsOf } from './parameters';
import { read, sources } from './repository';

const NODES = [new ESignature(), new ESignatureTrigger(), new ESignaturePollingTrigger()];
const CREDENTIAL = new ESignatureApi();

const modesOf = (part: object): string[] =>
	((part as INodeProperties).modes ?? []).map(({ displayName }) => displayName);

/** What the forms call their inputs, choices and operations. */
const OWN = [
	...NODES.flatMap(({ description }) => description.properties),
	...CREDENTIAL.properties,
]
	.flatMap(partsOf)
	.flatMap((part) => ['displayName' in part ? part.displayName : part.name, ...modesOf(part)]);

/** n8n's editor, its nodes and the settings of each node. */
const OF_N8N = [
	...['On Error', 'Continue', 'Retry On Fail', 'Settings', 'Community nodes', 'Install', 'API'],
	...['Save successful production executions', 'Do not save', 'Fetch Test Event', 'Data tables'],
	...['Let the model define this parameter', 'Highlighted data', 'Predefined Credential Type'],
	...['HTTP Request', 'Proxy', 'Ignore SSL Issues', 'SSL Certificates', 'Batching', 'Never Error'],
	...['Read/Write Files from Disk', 'File Path and Name', 'File Name', 'Loop Over Items', 'Code'],
	...['If', 'Remove Duplicates', 'Execute Sub-workflow', 'Data Table', 'Postgres', 'String'],
	...['Google Drive', 'Copy', 'Download', 'Google Docs', 'Update', 'Google File Conversion'],
	...['On form submission', 'Chat Model'],
];

/** Word processors, the service's own pages, and headers of a request. */
const OF_OTHERS = [
	...['Home', 'Font Color', 'Format', 'Font', 'Hidden', 'Text color', 'White', 'Replace'],
	...['Use wildcards', 'Find and Replace Text', 'Create Application'],
	...['Host', 'Signature', 'Signature-Input'],
];

/** Of an example, one of its steps or the tables that it keeps. */
const isOfExample = (name: string): boolean =>
	[...EXAMPLES.values()].some((text) => text.includes(`"${name}"`));

const MESSAGES = messageList();
const LINES = MESSAGES.split('\n').map((line) => line.replace(/^ *(\d{3} +)?/, ''));
/** Whole words at its beginning are enough. */
const isMessage = (text: string): boolean => {
	const start = text.replace(/\W+$/, '');
	return LINES.some((line) => line.startsWith(start) && !/^\w/.test(line.slice(start.length)));
};

const KNOWN = new Set(
	[...OWN, ...OF_N8N, ...OF_OTHERS, CREDENTIAL.displayName]
		.concat(NODES.map(({ description }) => description.displayName))
		// "Timeout" is enough for "Timeout (Seconds)", "Emit Late Events" for "Rarely Needed: Emit Late Events".
		.flatMap((name) => [
			name,
			name.replace(/ \([^)]+\)$/, ''),
			name.replace('Rarely Needed: ', ''),
		]),
);

const waysTo = (name: string): string[] => name.split(/ > |: /);

/** By its name, or by the way to it: "Envelope > Get", "On Error: Continue". */
const isKnown = (name: string): boolean =>
	KNOWN.has(name) || waysTo(name).every((part) => KNOWN.has(part));

it('every name that a message or a description quotes is what a form, n8n or a header calls a thing', () => {
	const quoted = [...MESSAGES.matchAll(/(?<!\w)'([A-Z][^'{}\n]*)'/g)].map(([, name = '']) => name);

	expect(quoted.length).toBeGreaterThan(100);
	expect(quoted.filter((name) => !isKnown(name))).toEqual([]);
	expect(isKnown('Max Concurrencies')).toBe(false);
});

it('every text in italics in the pages for users is such a name, one of the examples, or a message', () => {
	const pages = [...sources(['docs', 'examples'], ['.md']).values(), read('README.md')];
	const named = pages
		.map((page) => page.replace(/`[^`]*`/g, ''))
		.flatMap((page) => [...page.matchAll(/(?<![*\w])\*([A-Z][^*]*)\*(?!\*)/g)])
		.map(([, name = '']) => name.replace(/\s+/g, ' '));
	const isFound = (name: string) =>
		isKnown(name) ||
		isMessage(name) ||
		waysTo(name).every((part) => isKnown(part) || isOfExample(part));

	expect(named.length).toBeGreaterThan(200);
	expect(named.filter((name) => !isFound(name))).toEqual([]);
	expect(isFound('Archived envelope')).toBe(false);
});
