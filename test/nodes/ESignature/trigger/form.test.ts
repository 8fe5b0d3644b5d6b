import { ESignatureTrigger } from '../../../../nodes/ESignature/ESignatureTrigger.node';
import { expectSaved } from '../../../contract/forms';

it('has the inputs, values and defaults that saved workflows rely on', () => {
	expectSaved('trigger', new ESignatureTrigger().description.properties);
});
