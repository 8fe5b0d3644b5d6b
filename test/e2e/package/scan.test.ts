import { node } from '../../contract/command';

it("n8n's scanner for community packages passes the sources and the built package", () => {
	const { code, stdout, stderr } = node(['checks/scan.mjs']);

	expect({ stdout, stderr }).toEqual({
		stdout: 'sources: passed\ntarball: passed\n',
		stderr: '',
	});
	expect(code).toBe(0);
});
