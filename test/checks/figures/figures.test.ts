import {
	exceeded,
	figuresOf,
	roomsOf,
	shipped,
	type Figures,
} from '../../../checks/figures/measure';
import { reportOf } from '../../../checks/figures/report';
import { filesOf, wayOfRead } from '../../../checks/figures/way';

const lines = (count: number) => 'x\n'.repeat(count);

describe('the figures of the sources', () => {
	it('are the number of files and the median of their lines', () => {
		const files = new Map([1, 30, 2].map((count, index) => [`nodes/${index}.ts`, lines(count)]));

		expect(figuresOf(files)).toEqual({
			files: 3,
			operations: 0,
			medianLines: 2,
			cycles: [],
			folderCycles: [],
		});
		files.set('nodes/get.operation.ts', lines(5));
		expect(figuresOf(files)).toMatchObject({ files: 4, operations: 1, medianLines: 3.5 });
	});

	it('tell how many files each room has', () => {
		const paths = [
			'nodes/E/E.node.ts',
			'nodes/E/core/a.ts',
			'nodes/E/pdf/a.ts',
			'nodes/E/pdf/b/c.ts',
		];

		expect(roomsOf(paths)).toEqual(['pdf: 2', 'beside them: 1', 'core: 1']);
	});

	it('name the rings of files and of folders', () => {
		const files = new Map([
			['nodes/a.ts', "import './b/c';\n"],
			['nodes/b/c.ts', "import '../a';\n"],
		]);

		expect(figuresOf(files)).toMatchObject({
			cycles: ['nodes/a.ts -> nodes/b/c.ts -> nodes/a.ts'],
			folderCycles: ['nodes -> nodes/b -> nodes'],
		});
	});

	it.each<[Partial<Figures>, string[]]>([
		[{}, []],
		[{ files: 181 }, ['151 files beside the operations: at most 150']],
		[{ files: 181, operations: 31 }, []],
		[{ cycles: ['a'] }, ['files import each other in a ring']],
		[{ folderCycles: ['a'] }, ['folders import each other']],
	])('are too large with %j: %j', (more, faults) => {
		const good = { files: 167, operations: 30, medianLines: 1, cycles: [], folderCycles: [] };

		expect(exceeded({ ...good, ...more })).toEqual(faults);
	});

	it('are too large with a way of more than seven visits, a return being one', () => {
		const way = ['node', 'run', 'operation', 'call', 'client', 'retry', 'attempt'];

		expect(exceeded(figuresOf(new Map()), way)).toEqual([]);
		expect(exceeded(figuresOf(new Map()), [...way, 'client'])).toEqual([
			'8 visits on the way: at most 7',
		]);
	});

	it('are kept by the shipped sources', async () => {
		const { text, exitCode } = reportOf(shipped(), await wayOfRead());

		expect(text).toMatch(/^Files in nodes.*: \d{3}, \d\d of them operations$/m);
		expect(text).toMatch(/for Envelope > Get: 7\n +nodes\/ESignature\/ESignature\.node\.ts$/m);
		expect(text).not.toContain('Too much');
		expect(exitCode).toBe(0);
	});

	it('that are too large are named, and are a failure', () => {
		const { text, exitCode } = reportOf(new Map([['nodes/a.ts', "import './a';\n"]]), [
			...'abcdefgh',
		]);

		expect(text).toContain('Too much: 8 visits on the way: at most 7\n');
		expect(exitCode).toBe(1);
	});
});

describe('the way of a read', () => {
	it('has our files from the outermost to the innermost, and a return visit twice', () => {
		const stack = `Error: here
    at IExecuteFunctions.<anonymous> (/home/me/checks/figures/way.ts:40:16)
    at send (/home/me/nodes/E/transport/attempt.ts:12:3)
    at exchange (/home/me/nodes/E/transport/attempt.ts:2:3)
    at /home/me/nodes/E/transport/client.ts:9:1
    at async retry (/home/me/nodes/E/transport/retry.ts:1:1)
    at async Client.request (file:///home/me/nodes/E/transport/client.ts:5:1)
    at async Other.run (/home/me/node_modules/n8n-core/nodes/x.ts:5:1)
    at async E.execute (/home/me/nodes/E/E.node.ts:5:1)
    at async runNode (/home/other/nodes/E/E.node.ts:5:1)`;

		expect(filesOf(stack, '/home/me')).toEqual([
			'nodes/E/E.node.ts',
			'nodes/E/transport/client.ts',
			'nodes/E/transport/retry.ts',
			'nodes/E/transport/client.ts',
			'nodes/E/transport/attempt.ts',
		]);
	});
});
