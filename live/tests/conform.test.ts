import { findingsIn, type Description } from '../conform/judge';
import { explained } from '../conform/reasons';
import { scenarioExchanges } from '../conform/scenarioExchanges';

const text = { type: 'string' };
const envelope = {
	type: 'object',
	required: ['ID', 'title'],
	properties: {
		ID: { type: 'string', format: 'uuid' },
		createdAt: { type: 'string', format: 'date-time' },
		lastModifiedAt: text,
		name: { type: 'integer' },
		status: { type: 'string', enum: ['drafted', 'sent'] },
		mode: text,
		notification: { type: 'object', properties: { subject: text } },
	},
};
const answer = (schema: object) => ({ content: { 'application/json': { schema } } });

/** It is wrong about the service, so what differs must be found. */
const description = {
	components: { schemas: { Envelope: envelope } },
	paths: {
		'/oauth/token': {
			post: {
				requestBody: {
					content: {
						'application/json': {
							schema: { oneOf: [{ properties: { clientID: text } }, { required: ['grant_type'] }] },
						},
					},
				},
				responses: { 200: answer({ type: 'object' }) },
			},
		},
		'/sign/envelopes/{envelopeID}': {
			get: {
				requestBody: { required: true, ...answer({ type: 'object' }) },
				responses: { 200: answer({ $ref: '#/components/schemas/Envelope' }) },
			},
		},
	},
} as unknown as Description;

const FOUND = [
	'POST /oauth/token request: /: Property "clientSecret" does not match additional properties schema.',
	'GET /sign/envelopes/{envelopeID} request: is empty',
	'GET /sign/envelopes/{envelopeID} 200: /: Instance does not have required property "title".',
	'GET /sign/envelopes/{envelopeID} 200: /name: Instance type "string" is invalid. Expected "integer".',
	'GET /sign/envelopes/{envelopeID} 200: /notification: Property "body" does not match additional properties schema.',
	'GET /sign/envelopes/{envelopeID} 200: /: Property "notificationsManagedBy" does not match additional properties schema.',
	'GET /sign/envelopes/{envelopeID} 404: is not described',
];

it('finds where a scenario and a description differ, and which differences nobody has explained', async () => {
	const findings = findingsIn(description, await scenarioExchanges(undefined, ['envelope/get']));

	expect([...findings.keys()].sort()).toEqual([...FOUND].sort());
	const reason = (explains: RegExp) => ({ explains, because: 'It is meant so.' });
	const some = explained(findings, [reason(/Managed|token/), reason(/never/)]);
	expect(some.isGood).toBe(false);
	expect(some.lines.filter((line) => /^NOT/.test(line))).toHaveLength(6);
	expect(explained(findings, [reason(/./)]).isGood).toBe(true);
});
