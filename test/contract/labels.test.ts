import type { INodeProperties } from 'n8n-workflow';

import { messageList } from '../../checks/messageList';
import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { RESOURCES } from '../../nodes/ESignature/actions';
import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { ESignaturePollingTrigger } from '../../nodes/ESignature/ESignaturePollingTrigger.node';
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

/** Headers of a request. */
const OF_REQUESTS = ['Host', 'Signature', 'Signature-Input'];

/** Word processors and the service's own website, which no message names. */
const OF_OTHERS = [
	...['Home', 'Font Color', 'Format', 'Font', 'Hidden', 'Text color', 'White', 'Replace'],
	...['Use wildcards', 'Find and Replace Text', 'Create Application'],
];

/** "Envelope > Get" and the others. */
const OPERATIONS = new Set(
	RESOURCES.flatMap(({ name, operations }) =>
		Object.values(operations).map((operation) => `${name} > ${operation.name}`),
	),
);

/** Of an example, one of its steps or the tables that it keeps. */
const isOfExample = (name: string): boolean =>
	[...EXAMPLES.values()].some((text) => text.includes(`"${name}"`));

const MESSAGES = messageList();
const LINES = MESSAGES.split('\n').map((line) => line.replace(/^ *(\d{3} +)?/, ''));
/** Whole words at its beginning are enough, if there are at least two: a single one may begin any message. */
const isMessage = (text: string): boolean => {
	const start = text.replace(/\W+$/, '');
	if (!start.includes(' ')) return false;
	return LINES.some((line) => line.startsWith(start) && !/^\w/.test(line.slice(start.length)));
};

const KNOWN = new Set(
	[...OWN, ...OF_N8N, ...OF_REQUESTS, CREDENTIAL.displayName]
		.concat(NODES.map(({ description }) => description.displayName))
		// "Timeout" is enough for "Timeout (Seconds)".
		.flatMap((name) => [name, name.replace(/ \([^)]+\)$/, '')]),
);

const partsOfWay = (name: string): string[] => name.split(/ > |: /);

/** By its name, or by the way to it: "E-Signature > Envelope > Get", "Envelope > Get", "On Error: Continue". */
function isKnown(name: string, isOther = (part: string) => KNOWN.has(part)): boolean {
	const way = name.replace(`${NODES[0]?.description.displayName} > `, '');
	const [first] = way.split(' > ');
	const isOfResource = way !== first && RESOURCES.some((resource) => resource.name === first);
	if (isOfResource) return OPERATIONS.has(way);
	return isOther(way) || partsOfWay(way).every(isOther);
}

const QUOTED = [...MESSAGES.matchAll(/(?<!\w)'([A-Z][^'{}\n]*)'/g)].map(([, name = '']) => name);

const IN_ITALICS = [...sources(['docs', 'examples'], ['.md']).values(), read('README.md')]
	.map((page) => page.replace(/`[^`]*`/g, ''))
	.flatMap((page) => [...page.matchAll(/(?<![*\w])\*([A-Z][^*]*)\*(?!\*)/g)])
	.map(([, name = '']) => name.replace(/\s+/g, ' '));

it('every name that a message or a description quotes is what a form, n8n or a header calls a thing', () => {
	expect(QUOTED.length).toBeGreaterThan(100);
	expect(QUOTED.filter((name) => !isKnown(name))).toEqual([]);
	expect(
		['Max Concurrencies', 'Document > Update', 'Home'].filter((name) => isKnown(name)),
	).toEqual([]);
});

it('every text in italics in the pages for users is such a name, one of the examples, or a message', () => {
	const isPart = (part: string) => KNOWN.has(part) || OF_OTHERS.includes(part) || isOfExample(part);
	const isFound = (name: string) => isKnown(name, isPart) || isMessage(name);

	expect(IN_ITALICS.length).toBeGreaterThan(200);
	expect(IN_ITALICS.filter((name) => !isFound(name))).toEqual([]);
	const wrong = [
		'Archived envelope',
		'Participant > Seal',
		'E-Signature > Document > Update',
		'The',
	];
	expect(wrong.filter(isFound)).toEqual([]);
});

it('every name of others that is known here is quoted somewhere', () => {
	const ofOthers = [...QUOTED, ...IN_ITALICS].filter((name) => !OPERATIONS.has(name));
	const used = new Set(ofOthers.flatMap((name) => [name, ...partsOfWay(name)]));

	expect([...OF_N8N, ...OF_REQUESTS, ...OF_OTHERS].filter((name) => !used.has(name))).toEqual([]);
});
