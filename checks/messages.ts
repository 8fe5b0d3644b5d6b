/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints */
// Every message that a user can read, with its advice, to be read through.
//
//   npm run messages
import { additions, eventTexts, failures, general, raised, refusals, states } from './catalogue';

const NODE = 'nodes/ESignature';
const OWN_SECTION = /transport\/(messages|apiError|session)/;

const SECTIONS: Record<string, string[]> = {
	'Refused by the service, by operation': refusals(),
	'Refused by the service, where the endpoint has no text of its own': general(),
	'Gone wrong on the way': failures(),
	'Signing in, POST /oauth/token': raised([`${NODE}/transport/session`, 'credentials']),
	'Lines that are added to a message': additions(),
	'Added to a conflict, by the status of the envelope': states(),
	'Events, to the service and about it': eventTexts(),
	'Inputs, and what the node itself finds': raised(
		[`${NODE}/actions`, `${NODE}/core`, `${NODE}/transport`],
		OWN_SECTION,
	),
};

const section = ([title, lines]: [string, string[]]): string =>
	`${title}\n${'='.repeat(title.length)}\n${lines.join('\n')}\n`;

process.stdout.write(
	`Each message with its advice further in. {Braces} stand for what is only known when it happens.

${Object.entries(SECTIONS).map(section).join('\n')}`,
);
