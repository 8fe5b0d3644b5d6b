const Sequencer = require('@jest/test-sequencer').default;

/**
 * Project by project, the slow one first, and of the end-to-end tests those that sleep for minutes: begun last, a long
 * file would run alone while the other core is idle.
 */
module.exports = class extends Sequencer {
	sort(tests) {
		const ORDER = ['slow', 'engine', 'unit'];
		const rank = ({ context, path }) =>
			path.includes('/e2e/wait/') ? -2 : ORDER.indexOf(context.config.displayName?.name);
		return super.sort(tests).sort((one, other) => rank(one) - rank(other));
	}
};
