import { ESignaturePollingTrigger } from '../../../../nodes/ESignature/polling/ESignaturePollingTrigger.node';
import { expectSaved } from '../../../contract/forms';

it('has the inputs, values and defaults that saved workflows rely on', () => {
	expectSaved('pollingTrigger', new ESignaturePollingTrigger().description.properties);
});
