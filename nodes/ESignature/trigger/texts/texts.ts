/** How much of what the service or the user sends is looked at, as the texts below say it. */
export const MOST_PUBLIC_URLS = 10;
export const LARGEST_REQUEST = 256 * 1024;

/** What the panel says about setting this up: the service has no way to do it for the user. */

export const SETUP_NOTICE =
	'One-time setup: copy the <b>Production URL</b> from above and paste it as the webhook URL of your application in the administration page of the service. Use the application whose Client ID is in the credential. An application has only one webhook URL: a new one replaces the old one.';

export const TEST_NOTICE =
	'The <b>Test URL</b> works only while this node listens for a test event. If you paste it into the service for a test, put the Production URL back afterwards, or events are lost.';

export const UNVERIFIED_NOTICE =
	'<b>Anyone who knows the URL can start this workflow with made-up events.</b> Do not trust the content of such an event: read the envelope from the service, with the E-Signature node, before you act on it.';

export const SHARED_SECRET_NOTICE =
	"Enter the secret as 'Webhook Secret' in the credential. The header proves who sends, but not that the content is unchanged.";

export const UNVERIFIED_HINT =
	"Events are not verified: anyone who knows the URL can start this workflow. Choose 'HTTP Message Signature' in 'Verification' unless something in front of n8n verifies them.";

export const PANEL = {
	header: 'Receive events from the e-signature service',
	executionsHelp: {
		inactive:
			"<b>While you build the workflow</b>, click 'Execute step' and let the service send an event to the Test URL. It works for one event, for two minutes.<br /><br /><b>To run it automatically</b>, publish the workflow and register the Production URL in the administration page of the service. An application has only one webhook URL.",
		active:
			'<b>While you build the workflow</b>, click \'Execute step\' and let the service send an event to the Test URL. It works for one event, for two minutes.<br /><br /><b>The workflow is published</b>: each event that arrives at the Production URL starts it. You find those runs in the <a data-key="executions">executions list</a>, not here.',
	},
	activationHint:
		'Publish the workflow, then register the Production URL in the administration page of the service. The URL does not respond until the workflow is published.',
};

export const ACTIVATED =
	'Events start this workflow from now on. Make sure that the Production URL is registered in the administration page of the service.';

export const LISTENING = 'Waiting for the service to send an event to the Test URL';

/** Why an event cannot be verified, for n8n's log: what is the matter, and what to do about it. */
export const REASONS = {
	credential:
		'The E-Signature credential of this node could not be read. Open the node and choose the credential again.',
	noSecret:
		"The E-Signature credential has no 'Webhook Secret', so nothing can be compared with the header. Enter it in the credential.",
	noHeader:
		"The 'Header Name' of this node is empty. Enter the name of the header with the secret.",
	otherSecret:
		"A request was refused because its header does not have the 'Webhook Secret' of the credential. If the service sent it, make both the same.",
	noKey:
		"The E-Signature credential has no 'Client Secret' to verify signatures with. Enter it in the credential.",
	noAddress: "The address of this webhook is not known. Check n8n's WEBHOOK_URL.",
	noChoice: "No verification method is chosen. Choose one in 'Verification'.",
	otherAddress:
		"The event is signed with the right key, but for an address other than that of this webhook. Enter the address that the service sends to in the option 'Public URLs', or set n8n's WEBHOOK_URL.",
	publicUrl:
		"The option 'Public URLs' has an entry that is not an address, so events for that entry cannot be checked. Write each entry like https://hooks.example.com/in.",
	publicUrls: `The option 'Public URLs' has more than ${MOST_PUBLIC_URLS} entries, but only the first ${MOST_PUBLIC_URLS} are used. Remove those that are no longer registered in the service.`,
	coverage:
		"The signature does not cover the method, the path and the digest of the body, so it does not prove enough. If the service cannot sign them, choose another method in 'Verification'.",
	digest:
		"The event is signed with the right key, but its body has no digest by SHA-256 or SHA-512. If the service cannot send one, choose another method in 'Verification'.",
	algorithm:
		"The signature uses an algorithm other than hmac-sha256. If the service cannot use hmac-sha256, choose another method in 'Verification'.",
	parameters:
		'The event is signed with the right key, but a parameter of its signature has the wrong type. Report this to the service.',
	components:
		'The signature covers a part of the request that did not arrive, or that this node cannot read. Check whether a proxy in front of n8n removes headers.',
	tooMuch:
		"The request names too many signatures or addresses to check them all. If the service sent it, enter the address that it sends to in the option 'Public URLs'.",
	mismatch:
		"A signature that names the key of this node's credential, or no key, does not match, so the request was refused. If the service sent it, check the secret in the credential, and whether a proxy in front of n8n changes the request.",
	unsure:
		'A request does not match the secret that the credential had a moment ago, so the service was asked to send it again. If this goes on, check the secret in the credential, and whether a proxy in front of n8n changes the request.',
	incomplete:
		"A request was refused because only one of the headers 'Signature' and 'Signature-Input' can be read. If the service sent it, check whether a proxy in front of n8n removes or changes headers.",
	tooLarge: `A request that names the key of this node, or has its secret, was refused because it is larger than ${LARGEST_REQUEST / 1024} kB. If the service sent it, ask the service to send smaller events.`,
	notJson:
		'A request that names the key of this node, or has its secret, was refused because it is compressed or in several parts. If the service sent it, check whether a proxy in front of n8n changes the body.',
	notEvent:
		'An event from the service was refused because its content is not one JSON object. Report this to the service.',
	sameId:
		"An event was dropped because another event with the same ID had already been received, although their contents differ. If the service uses an ID more than once, for example for its test event, turn off the option 'Drop Duplicates'.",
	late: "An event was dropped because its signature is older than the option 'Rarely Needed: Time Window (Minutes)' allows, and 'Rarely Needed: Emit Late Events' is off. If this goes on, check the clock of the machine that n8n runs on.",
	ownFault:
		"An event could not be handled, so the service was asked to send it again. If this goes on, set n8n's log level to debug to see the cause.",
	changedBody:
		"A signature names the key of this node's credential, or no key, but the body is not the one that was signed, so the request was refused. If the service sent it, check whether a proxy in front of n8n changes the body.",
} as const;

/** While somebody listens in the editor, a request that starts nothing is shown to them with its reason. */
export const REFUSED = 'A request came in, but it was refused';

export const notAccepted = (cause: string): string =>
	`It cannot be from the service, since ${cause}. If the service sent it, check 'Verification' in this node and the secret in the credential.`;

export interface Answer {
	status: number;
	text: string;
}

/**
 * Everything this node ever answers: fixed texts, so that nothing of a request comes back in one. The
 * service takes 2xx and 4xx as final and repeats a delivery after 5xx.
 */
export const ANSWERS = {
	/** To whoever looks whether the address exists. */
	ready: { status: 200, text: 'Events are expected here by POST.' },
	/** Also for events that nobody wants, or that were here before. */
	received: { status: 200, text: '' },
	unreadable: { status: 400, text: 'This is not an event.' },
	forged: { status: 401, text: 'The request could not be authenticated.' },
	tooLarge: { status: 413, text: 'The request is too large.' },
	notJson: { status: 415, text: 'Only uncompressed JSON is accepted.' },
	notNow: {
		status: 503,
		text: 'The request cannot be checked at the moment. Send it again later.',
	},
} as const satisfies Record<string, Answer>;
