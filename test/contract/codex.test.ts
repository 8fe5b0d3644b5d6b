import { read } from './repository';

const WORDS = ['sign', 'pdf', 'remind', 'reminder', 'agreement', 'audit trail'];
const NODES = ['ESignature', 'ESignatureTrigger', 'ESignaturePollingTrigger'];

const codexOf = (node: string) =>
	JSON.parse(read(`nodes/ESignature/${node}.node.json`)) as { alias: string[] };

it.each(NODES.flatMap((node) => WORDS.map((word) => [node, word])))(
	'%s is found in the editor by the word %s',
	(node, word) => {
		expect(codexOf(node as string).alias).toContain(word);
	},
);
