import { say } from '../../../../contract/repository';
import { draws } from '../../../../support/draws';
import { Chance } from '../../trigger/random';
import { anyMessage, anySigning, CHANGES } from './messages';
import { signedByFirst, signedBySecond, type Sent } from './signing';
import { acceptedByFirst, acceptedBySecond, acceptedByUs } from './verifiers';

const MESSAGES = draws(5_000);
const SEED = 20260801;
const key = { id: 'client-1', secret: 'known to both' };

/** Half of them as they were sent, half changed on the way; signed by either library in turn. */
async function anyCase(chance: Chance, at: number): Promise<{ change: string; sent: Sent }> {
	const signing = anySigning(chance, key);
	const message = anyMessage(chance);
	const signed =
		at % 2 === 0 ? await signedByFirst(message, signing) : signedBySecond(message, signing);
	if (chance.oneIn(2)) return { change: 'none', sent: signed };
	const change = chance.pick(Object.keys(CHANGES));
	return { change, sent: CHANGES[change]!(signed, chance) };
}

it(`agrees with two other implementations on ${MESSAGES} messages`, async () => {
	const chance = new Chance(SEED);
	const disagreements: object[] = [];
	const count = { accepted: 0, refused: 0, untouchedRefused: 0 };
	for (let at = 0; at < MESSAGES; at++) {
		const { change, sent } = await anyCase(chance, at);
		const first = await acceptedByFirst(sent, key);
		const second = await acceptedBySecond(sent, key);
		const ours = acceptedByUs(sent, key);
		count[ours ? 'accepted' : 'refused']++;
		if (change === 'none' && !ours) count.untouchedRefused++;
		if (ours !== first || ours !== second)
			disagreements.push({ change, ours, first, second, sent });
	}
	say(
		`signatures: three implementations agree on ${MESSAGES} messages, ${count.accepted} accepted, ${count.refused} refused`,
	);
	expect(disagreements).toEqual([]);
	expect(count.untouchedRefused).toBe(0);
	expect(count.refused).toBeGreaterThan(MESSAGES / 4);
});
