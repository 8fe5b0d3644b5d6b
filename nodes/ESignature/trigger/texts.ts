// Setup instructions: there is no endpoint to register a webhook (docs/api.md, Webhooks).

export const SETUP_NOTICE =
	'Register the <b>Production URL</b> on the administration page of the service. Each application has only one webhook URL.';

export const TEST_NOTICE =
	'The <b>Test URL</b> works only while this node listens. Register the Production URL again after a test.';

export const UNVERIFIED_NOTICE =
	'<b>Anyone who knows the URL can start this workflow.</b> Read the envelope from the service before you act on an event.';

export const SHARED_SECRET_NOTICE = "Enter the secret as 'Webhook Secret' in the credential.";

export const UNVERIFIED_HINT = "Events are not verified. Choose another 'Verification'.";

export const PANEL = {
	header: 'Receive events from the e-signature service',
	executionsHelp: {
		inactive:
			'To test, click the button and let the service send an event. To run automatically, publish the workflow.',
		active:
			'Each event starts this workflow. Find the runs in the <a data-key="executions">executions list</a>.',
	},
	activationHint: 'The Production URL responds once the workflow is published.',
};

export const ACTIVATED = 'Events start this workflow once the Production URL is registered.';

export const LISTENING = 'Waiting for the service to send an event to the Test URL';

/** Why an event was not accepted, for n8n's log and for a user who listens in the editor. */
export const REASONS = {
	credential: 'The credential of this node could not be read. Choose the credential again.',
	noClientSecret: "The credential has no 'Client Secret'. Enter it in the credential.",
	noWebhookSecret: "The credential has no 'Webhook Secret'. Enter it in the credential.",
	noHeaderName: "The 'Header Name' is empty. Enter the name of the header with the secret.",
	noSecret:
		"The request has no header with the secret. If the service sent it, check 'Header Name' in this node.",
	wrongSecret:
		"The secret in the request's header is wrong. Enter the same secret as 'Webhook Secret' in the credential.",
	unsigned:
		"The request is not signed. If the service sent it, choose another method in 'Verification'.",
	changed:
		'The event was changed after it was signed. Check whether a proxy in front of n8n changes the body.',
	malformed:
		"The event's signature cannot be read. Check whether a proxy changes or removes the headers 'Signature' and 'Signature-Input'.",
	mismatch:
		"The event's signature does not match the secret and the address of this webhook. Copy the client secret into the credential again. If an address other than the Production URL is registered in the service, enter it in 'Public URLs', or set n8n's N8N_WEBHOOK_URL.",
	coverage:
		"The event's signature does not cover the method, the path and the content. Choose another method in 'Verification'.",
	algorithm:
		"The event is not signed with hmac-sha256. If the service cannot use it, choose another method in 'Verification'.",
	digest:
		"The event has no SHA-256 or SHA-512 digest. If the service cannot send one, choose another method in 'Verification'.",
	unsupported:
		"The event's signature covers headers that are missing or not supported. Check whether a proxy removes headers.",
	encoded:
		'The event is compressed or has several parts, so it cannot be verified. Check whether a proxy in front of n8n changes the body.',
	notEvent:
		"The content of the event is not a JSON object. Report this to the service's support team.",
	late: "The event was dropped because it is late and 'Accept Late Events' is off. If this keeps happening, check the clock of n8n's machine.",
	repeatedAtOnce:
		'The same event is still being handled, so the service was asked to send it again.',
	ownFault:
		"The event could not be handled, so the service was asked to send it again. If this keeps happening, set n8n's log level to debug to see the cause.",
} as const;

/** Added to a test event that a published workflow would ignore. */
export const IGNORED_IN_PRODUCTION =
	"Shown only while you listen: once published, this workflow ignores this event because of 'Trigger On' or 'Envelope IDs'.";

export const REJECTED = 'Event rejected';

export interface WebhookAnswer {
	status: number;
	text: string;
}

/** 2xx and 4xx are final (docs/api.md, Webhooks: `event-delivery`). Fixed texts, so that nothing of a request comes back in an answer. */
export const ANSWERS = {
	/** To a GET or HEAD that checks whether the address exists. */
	ready: { status: 200, text: 'This URL receives events by POST.' },
	/** Also for events that are filtered out or repeated. */
	received: { status: 200, text: '' },
	unreadable: { status: 400, text: 'This is not an event.' },
	refused: { status: 401, text: 'The request could not be authenticated.' },
} as const satisfies Record<string, WebhookAnswer>;

/** After a 5xx, the event is sent again. The service may show the text to whoever looks for the reason there. */
export const tryAgain = (reason: string): WebhookAnswer => ({ status: 503, text: reason });
