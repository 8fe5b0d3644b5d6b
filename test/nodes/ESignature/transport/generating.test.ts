import { Generating } from '../../../../nodes/ESignature/transport/download';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const told = (pause: () => unknown) => {
	try {
		pause();
	} catch (error) {
		return (error as { description?: string }).description;
	}
	return undefined;
};

it('waits longer each time, up to five seconds', () => {
	const generating = new Generating();

	expect([1, 2, 3, 4, 5].map(() => generating.pause(undefined))).toEqual([
		1_000, 2_000, 4_000, 5_000, 5_000,
	]);
});

it('waits as long as the service asks for, and never less than it would anyway', () => {
	expect(new Generating().pause(7_000)).toBe(7_000);
	expect(new Generating().pause(10)).toBe(1_000);
});

it('waits five minutes at most', () => {
	expect(new Generating().pause(300_000)).toBe(300_000);
	const generating = new Generating();
	generating.pause(299_000);

	expect(told(() => generating.pause(undefined))).toContain('It was not ready after 5 minutes');
});

it('counts the time that the requests take, too', () => {
	const generating = new Generating();
	jest.advanceTimersByTime(299_001);

	expect(told(() => generating.pause(undefined))).toContain('It was not ready after 5 minutes');
});

it('tells how long the service wants, if that is too long to wait', () => {
	expect(told(() => new Generating().pause(300_001))).toBe(
		'The service asks you to wait 301 seconds. Run this step again then.',
	);
});
