const Base = require('../../../test/support/jest/environment.js');

const titleOf = ({ name, parent }) => (parent ? `${titleOf(parent)} ${name}` : '').trim();

/** One failed test is enough to notice a mutant: the rest of the file is skipped. */
module.exports = class extends Base {
	handleTestEvent({ name, test }) {
		const { mutation } = this.global;
		// Listeners are kept in the global object, which outlives the file here.
		if (this.isOver) return;
		if (name === 'test_start') {
			const isAnother = mutation.only !== '' && mutation.only !== titleOf(test);
			if (isAnother || mutation.failed !== '') test.mode = 'skip';
		}
		if (name === 'test_done' && test.errors.length > 0) mutation.failed ||= titleOf(test);
	}

	async teardown() {
		this.isOver = true;
		await super.teardown();
	}
};
