import { isObject, isRead, kindOf, onThings, without, type Loose } from '../changes';
import type { Dialect } from '../dialect';

const AUTHENTICATION =
	'Participant: `authentication` is said to be an object; which keys an answer always has is not said';
const CODE =
	'Authentication object: "static code supplied by the caller"; that it comes back is not said';

const authentication = (change: (method: Loose) => unknown) =>
	onThings(['participant'], (one) =>
		isObject(one.authentication) ? { ...one, authentication: change(one.authentication) } : one,
	);

/** What answers leave out, or put as null. */
export const left: Dialect[] = [
	// First, so that what another one leaves out is left out, and not null.
	{
		name: 'absent-as-null',
		changes: 'What an object does not have is there as null',
		leftOpenBy: 'Resources: whether a key without a value is absent or null is not said',
		answer: onThings(['envelope', 'document', 'participant', 'field'], (thing, asked) => ({
			...{
				token: {},
				signingUrl: {},
				envelope: { expiresAt: null, tags: null },
				document: { failureReason: null, sizeBytes: null, numPages: null },
				participant: { authentication: null, name: null },
				field: { label: null, format: null, modifiable: null, value: null },
			}[kindOf(asked)],
			...thing,
		})),
	},
	{
		name: 'role-left-out',
		changes: 'Answers about participants have no `role`',
		leftOpenBy: 'Participant: which keys an answer always has is not said',
		answer: onThings(['participant'], (one) => without(one, 'role')),
	},
	{
		name: 'authentication-left-out',
		changes: 'Answers about participants have no `authentication`',
		leftOpenBy: AUTHENTICATION,
		group: 'authentication',
		answer: onThings(['participant'], (one) => without(one, 'authentication')),
	},
	{
		name: 'authentication-shown-in-lists-only',
		changes: 'Answers to writes have no `authentication` of the participant; the list has it',
		leftOpenBy: AUTHENTICATION,
		group: 'authentication',
		answer: onThings(['participant'], (one, asked) =>
			isRead(asked) ? one : without(one, 'authentication'),
		),
	},
	{
		name: 'access-code-masked',
		changes: 'Access codes come back as stars',
		leftOpenBy: CODE,
		group: 'authentication',
		answer: authentication((method) =>
			'accessCode' in method ? { ...method, accessCode: '******' } : method,
		),
	},
	{
		name: 'access-code-left-out',
		changes: 'Of an access code, only its type comes back',
		leftOpenBy: CODE,
		group: 'authentication',
		answer: authentication((method) => without(method, 'accessCode')),
	},
	{
		name: 'notifier-left-out',
		changes: 'Envelopes have no `notificationsManagedBy`',
		leftOpenBy:
			'Supplement: "Full envelope (create, get, cancel): ID, createdAt, lastModifiedAt, name, status, mode, notification"',
		answer: onThings(['envelope'], (envelope) => without(envelope, 'notificationsManagedBy')),
	},
];
