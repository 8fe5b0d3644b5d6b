import { say } from '../../../../contract/repository';
import { draws } from '../../../../support/draws';
import { Chance } from '../../../../support/chance';
import { anyMessage, anySigning, CHANGES } from './messages';
import { signedByLibrary, type Sent } from './signing';
import { acceptedByLibrary, acceptedByUs } from './verifiers';

const MESSAGES = draws(5_000);
const SEED = 20260801;
const key = { id: 'client-1', secret: 'known to both' };

/** Half of them as they were sent, half changed on the way. */
function anyCase(chance: Chance): { change: string; sent: Sent } {
	const signing = anySigning(chance, key);
	const signed = signedByLibrary(anyMessage(chance), signing);
	if (chance.oneIn(2)) return { change: 'none', sent: signed };
	const change = chance.pick(Object.keys(CHANGES));
	return { change, sent: CHANGES[change]!(signed, chance) };
}

it(`agrees with another implementation on ${MESSAGES} messages`, async () => {
	const chance = new Chance(SEED);
	const disagreements: object[] = [];
	const count = { accepted: 0, refused: 0, untouchedRefused: 0 };
	for (let at = 0; at < MESSAGES; at++) {
		const { change, sent } = anyCase(chance);
		const theirs = await acceptedByLibrary(sent, key);
		const ours = acceptedByUs(sent, key);
		count[ours ? 'accepted' : 'refused']++;
		if (change === 'none' && !ours) count.untouchedRefused++;
		if (ours !== theirs) disagreements.push({ change, ours, theirs, sent });
	}
	say(
		`signatures: two implementations agree on ${MESSAGES} messages, ${count.accepted} accepted, ${count.refused} refused`,
	);
	expect(disagreements).toEqual([]);
	expect(count.untouchedRefused).toBe(0);
	expect(count.refused).toBeGreaterThan(MESSAGES / 4);
});
