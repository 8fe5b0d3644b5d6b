import { forms } from './savedForms';
import { pages } from './pages';
import { read } from './repository';

// The previews of outputs, which the same command writes, are compared in schemas.test.ts.
describe('what npm run docs writes', () => {
	it.each([...pages(), ...forms()])('%s matches the declarations', (path, text) => {
		expect(read(path)).toBe(text);
	});
});
