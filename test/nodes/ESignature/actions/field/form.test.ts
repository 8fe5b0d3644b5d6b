import { expectSaved, formOf } from '../../../../contract/forms';

it('has the inputs, values and defaults that saved workflows rely on', () => {
	expectSaved('field', formOf('field'));
});
