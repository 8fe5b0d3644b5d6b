/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints its figures */
import { program } from '../../../support/program';

/**
 * Always the same, so that a red test stays red; `npm run polling` draws another one each time. With this one, full
 * checks take many polls, by turns in two processes, while hundreds of envelopes are created.
 */
const SEED = '102';

it('misses no change and tells none twice, whatever is lost between a poll and its commit', async () => {
	const file = 'test/nodes/ESignature/polling/main.ts';
	const printed = await program(file, ['--changes', '5000', '--seed', SEED, '--no-cost']);

	const line = printed.trim().split('\n').at(-1) ?? '';
	process.stdout.write(`${line}\n`);
	expect(line).toMatch(/^5\d{3} changes .* 0 missed, 0 twice$/);
}, 120_000);
