import { isFieldCreation, isRead, isRefusal } from '../changes';
import type { Answered, Asked, Dialect } from '../dialect';

const LEFT_OPEN =
	'General gaps: "Success status codes of all endpoints except field creation: not shown."';

const withStatus =
	(status: number, applies: (asked: Asked, answered: Answered) => boolean) =>
	(answered: Answered, asked: Asked): Answered =>
		!isRefusal(answered) &&
		answered.body.kind === 'json' &&
		!isFieldCreation(asked) &&
		applies(asked, answered)
			? { ...answered, status }
			: answered;

/** 200, 201 and 202 exchanged where an answer has a body. */
export const codes: Dialect[] = [
	{
		name: 'creations-200',
		changes: 'Creations of envelopes, documents and participants answer 200',
		leftOpenBy: LEFT_OPEN,
		group: 'code',
		answer: withStatus(200, (_, { status }) => status === 201),
	},
	{
		name: 'writes-201',
		changes: 'Every write answers 201, changes and the token request too',
		leftOpenBy: LEFT_OPEN,
		group: 'code',
		answer: withStatus(201, (asked) => !isRead(asked)),
	},
	{
		name: 'writes-202',
		changes: 'Every write answers 202, with the body that it always has',
		leftOpenBy: LEFT_OPEN,
		group: 'code',
		answer: withStatus(202, (asked) => !isRead(asked)),
	},
	{
		name: 'reads-203',
		changes: 'Reads answer 203, as through a proxy that has touched them',
		leftOpenBy: LEFT_OPEN,
		group: 'code',
		answer: withStatus(203, isRead),
	},
];
