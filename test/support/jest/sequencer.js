const Sequencer = require('@jest/test-sequencer').default;

/** Project by project, the slow one first: begun last, a long file would run alone while the other core is idle. */
module.exports = class extends Sequencer {
	sort(tests) {
		const ORDER = ['slow', 'engine', 'unit'];
		const rank = ({ context }) => ORDER.indexOf(context.config.displayName?.name);
		return super.sort(tests).sort((one, other) => rank(one) - rank(other));
	}
};
