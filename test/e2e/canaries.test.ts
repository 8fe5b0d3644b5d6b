import { keepsSecrets } from './support/keepsSecrets';
import { sharedHost } from './support/shared';
import { storedBy } from './support/stored';

keepsSecrets(() => ({
	host: sharedHost(),
	stored: async () => await storedBy(sharedHost()),
	logs: ['n8n.log'],
}));
