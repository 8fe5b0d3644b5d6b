import { LIMITS } from '../../api';
import type { Explanation, Refusals } from '../../core';
import { NO_ENVELOPE, NOT_A_DRAFT } from '../shared/refusals';

const { min, max } = LIMITS.accessCodeLength;

const NO_PARTICIPANT: Explanation = {
	message: 'The envelope or the participant was not found',
	advice: "Check both IDs, and that the credential is for the envelope's region.",
};

const PUBLISHED = `An access code has ${min} to ${max} characters, a country code ${LIMITS.countryCodeDigits.min} to ${LIMITS.countryCodeDigits.max} digits.`;

const NOT_ACCEPTED: Explanation = {
	message: 'The service did not accept the participants',
	advice: `Correct the inputs: email addresses must be complete, and an envelope can have ${LIMITS.participantsPerEnvelope} participants. ${PUBLISHED}`,
	unchanged: 'No participant was added by this request.',
};

const NO_SUCH_METHOD: Explanation = {
	message: 'The service did not accept the authentication of the participant',
	advice: `Correct the inputs. ${PUBLISHED}`,
	unchanged: 'The participant is unchanged.',
};

export const participantRefusals: Refusals = {
	'POST /sign/envelopes/{envelopeID}/participants': {
		400: NOT_ACCEPTED,
		422: NOT_ACCEPTED,
		404: NO_ENVELOPE,
		409: NOT_A_DRAFT('The participants of the envelope'),
	},
	'GET /sign/envelopes/{envelopeID}/participants': { 404: NO_ENVELOPE },
	'PATCH /sign/envelopes/{envelopeID}/participants/{participantID}': {
		400: NO_SUCH_METHOD,
		422: NO_SUCH_METHOD,
		404: NO_PARTICIPANT,
		409: NOT_A_DRAFT('The participants of the envelope'),
	},
	'DELETE /sign/envelopes/{envelopeID}/participants/{participantID}': {
		404: NO_PARTICIPANT,
		409: NOT_A_DRAFT('The participants of the envelope'),
	},
	'POST /sign/envelopes/{envelopeID}/participants:batch-delete': {
		404: {
			message: 'The envelope or one of the participants was not found',
			advice:
				"To delete the others anyway, set 'On Error' in the settings of this node to 'Continue'.",
			unchanged: 'No participant was deleted.',
		},
		409: NOT_A_DRAFT('The participants of the envelope'),
	},
	'GET /sign/envelopes/{envelopeID}/participants/signing-urls': {
		404: NO_ENVELOPE,
		409: {
			message: 'The envelope has no signing URLs',
			advice: 'Signing URLs exist only while an envelope waits for signatures: send it first.',
		},
	},
};
