import { RESOURCES } from '../../../../nodes/ESignature/actions';
import { participantsBulk } from '../../../../nodes/ESignature/actions/participant/addParticipants';
import { fieldsBulk } from '../../../../nodes/ESignature/actions/field/addFields';
import { LIMITS } from '../../../../nodes/ESignature/api';

it('a request has 200 participants or fields at most, and an envelope 200 participants', () => {
	const none = () => [];

	expect(LIMITS.participantsPerEnvelope).toBe(200);
	expect([participantsBulk(none).max, participantsBulk(none).perTarget?.most]).toEqual([200, 200]);
	expect(fieldsBulk(async () => []).max).toBe(200);
});

it('what is heavy for the service or for n8n runs for one or two items at a time', () => {
	const limited = RESOURCES.flatMap(({ value, operations }) =>
		Object.entries(operations).flatMap(([name, { concurrency }]) =>
			concurrency === undefined ? [] : [`${value} ${name}: ${concurrency}`],
		),
	);

	expect(limited.sort()).toEqual([
		'document add: 1',
		'envelope createAndSend: 2',
		'envelope createFromTemplate: 2',
	]);
});
