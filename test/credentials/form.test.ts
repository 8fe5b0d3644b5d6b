import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { expectSaved } from '../contract/forms';

it('has the inputs, values and defaults that saved credentials rely on', () => {
	expectSaved('credential', new ESignatureApi().properties);
});
