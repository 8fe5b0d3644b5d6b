import { Answers } from '../../../../nodes/ESignature/core/answers';
import { Attempts } from '../../../../nodes/ESignature/core/attempts';
import { UserError } from '../../../../nodes/ESignature/errors/userError';

const first = new UserError('First');
const second = new UserError('Second');
const lost = new UserError('Lost', '', { outcome: 'unknown' });

it.each([
	['its first error', [first, second], 'First'],
	['the one that leaves its outcome unknown, if that comes later', [first, lost], 'Lost'],
	['the one that leaves its outcome unknown, if that comes first', [lost, second], 'Lost'],
])('an item of which several parts fail has %s', (_, errors, message) => {
	const answers = new Answers(1, new Attempts());
	for (const error of errors) answers.fail([0], error);

	expect(answers.list()).toMatchObject([{ item: 0, error: { message } }]);
});

it('a run that fails shows the error of the lowest item, whichever failed first', () => {
	const answers = new Answers(4, new Attempts());
	answers.fail([3, 2], first);
	answers.fail([1, 2], second);

	expect(answers.failure).toMatchObject({ item: 1, error: { message: 'Second' } });
});

it('a run that fails shows the first unknown outcome before any other error', () => {
	const answers = new Answers(3, new Attempts());
	answers.fail([0], first);
	answers.fail([1], lost);
	answers.fail([2], new UserError('Lost, too', '', { outcome: 'unknown' }));

	expect(answers.failure).toEqual({ item: 1, error: lost });
});

it('a run that fails names no item if several share the error', () => {
	const answers = new Answers(3, new Attempts());
	answers.fail([1, 2], first);

	expect(answers.failure).toEqual({ error: first });
});
