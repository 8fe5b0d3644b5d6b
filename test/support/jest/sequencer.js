const Sequencer = require('@jest/test-sequencer').default;

/** What takes longest; begun last, it would run alone at the end, while the other core is idle. */
const LONG = [
	/\/model\/model\./,
	/\/patterns\./,
	/\/polling\/(history|poll)\./,
	/\/(year|largeFile|checkArchive|longDocument)\./,
	/\/bitFlips\./,
	/\/faults\/downloads\./,
];

/** jest itself knows how long a file takes only where it ran before, which in a fresh clone is nowhere. */
module.exports = class extends Sequencer {
	sort(tests) {
		const rank = ({ path }) => {
			const found = LONG.findIndex((pattern) => pattern.test(path));
			return found < 0 ? LONG.length : found;
		};
		return super.sort(tests).sort((one, other) => rank(one) - rank(other));
	}
};
