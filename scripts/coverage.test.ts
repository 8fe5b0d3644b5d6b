import { read } from '../test/contract/repository';
import { coveragePage } from './coverage';

it('docs/api.md says which operations use an endpoint (`npm run docs` writes it)', async () => {
	expect(await coveragePage()).toBe(read('docs/api.md'));
});
