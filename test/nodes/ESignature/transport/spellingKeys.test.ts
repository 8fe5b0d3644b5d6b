import { normalise } from '../../../../nodes/ESignature/transport/spelling';
import { readReply } from '../../../../nodes/ESignature/transport/reply';

describe('the spelling of a key', () => {
	it.each([
		...['envelopeID', 'documentID', 'participantID', 'fieldID', 'name', 'status', 'mode'],
		...['createdAt', 'lastModifiedAt', 'notification', 'subject', 'body', 'notificationsManagedBy'],
		...['sizeBytes', 'numPages', 'failureReason', 'email', 'role', 'authentication', 'type'],
		...['accessCode', 'countryCode', 'phoneNumber', 'boundingBox', 'page', 'required', 'label'],
		...['format', 'modifiable', 'userId', 'signingUrl', 'expiresAt', 'items', 'total', 'nextPage'],
	])('is that of the contract: %s', (key) => {
		const words = key.replace(/(?<=[a-z])(?=[A-Z])/g, '_');

		expect(normalise({ [words.toUpperCase()]: 'x' })).toEqual({ [key]: 'x' });
		expect(normalise({ [words.toLowerCase().replaceAll('_', '-')]: 'x' })).toEqual({ [key]: 'x' });
	});
});

describe('a reply to a deletion that names what was deleted', () => {
	const [A, B, C] = ['a', 'b', 'c'].map(
		(letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`,
	);
	const route = 'DELETE /sign/envelopes/{envelopeID}';
	const read = (deleted: string) =>
		readReply(
			{ route, path: `/sign/envelopes/${A}` } as never,
			{ status: 200, mediaType: 'application/json', text: JSON.stringify({ deleted }) } as never,
		);

	it.each([
		['what was asked for', `${A}`, false],
		['that in capitals', `${A?.toUpperCase()}`, false],
		['something else', `${B}`, true],
		['something else besides', `${A}, ${B}`, true],
		['two other things', `${B}, ${C}`, true],
	])('is doubted if that is something else: %s', (_, deleted, isDoubted) => {
		const text = JSON.stringify(read(deleted));

		expect(text.includes('which was not requested')).toBe(isDoubted);
	});
});
