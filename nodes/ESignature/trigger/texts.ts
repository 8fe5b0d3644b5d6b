/** What the panel says about setting this up: the service has no way to do it for the user. */

export const SETUP_NOTICE =
	'Once, by hand: copy the <b>Production URL</b> from above and paste it as the webhook URL of your application in the administration page of the service. Use the application whose Client ID is in the credential. An application has only one webhook URL: a new one replaces the old one.';

export const TEST_NOTICE =
	'The <b>Test URL</b> works only while this node listens for a test event. If you paste it into the service for a test, put the Production URL back afterwards, or events are lost.';

export const UNVERIFIED_NOTICE =
	'<b>Anyone who knows the URL can start this workflow with made-up events.</b> Do not trust the content of such an event: read the envelope from the service, with the E-Signature node, before you act on it.';

export const SHARED_SECRET_NOTICE =
	"Enter the secret as 'Webhook Secret' in the credential. The header proves who sends, but not that the content is unchanged.";

export const UNVERIFIED_HINT =
	"Events are not verified: anyone who knows the URL can start this workflow. Choose 'HTTP Message Signature' in 'Verification' unless something in front of n8n verifies them.";

export const PANEL = {
	header: 'Receive events of the e-signature service',
	executionsHelp: {
		inactive:
			"<b>While you build the workflow</b>, click 'Execute step' and let the service send an event to the Test URL. It works for one event, for two minutes.<br /><br /><b>To run it automatically</b>, publish the workflow and register the Production URL in the administration page of the service. An application has only one webhook URL.",
		active:
			'<b>While you build the workflow</b>, click \'Execute step\' and let the service send an event to the Test URL. It works for one event, for two minutes.<br /><br /><b>The workflow is published</b>: each event that arrives at the Production URL starts it. You find those runs in the <a data-key="executions">executions list</a>, not here.',
	},
	activationHint:
		'Publish the workflow, then register the Production URL in the administration page of the service. It does not answer before.',
};

export const ACTIVATED =
	'Events start this workflow from now on. Make sure that the Production URL is registered in the administration page of the service.';

export const LISTENING = 'Waiting for the service to send an event to the Test URL';
