import { settingsFrom } from '../../../host/start/settings';

it('has ports of its own, or those it is given', () => {
	expect(settingsFrom([])).toEqual({ port: 5678, sandboxPort: 8089 });
	expect(settingsFrom(['--port', '6000', '--sandbox-port', '6001'])).toEqual({
		port: 6000,
		sandboxPort: 6001,
	});
});

it.each(['0', '-1', '65536', '5678.5', 'editor', ''])('refuses the port %j', (port) => {
	expect(() => settingsFrom(['--port=' + port])).toThrow('Give a number from 1 to 65535');
});
