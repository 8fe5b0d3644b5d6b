/** Reads the credential for each item and does nothing else: what n8n takes for that, as a part of the floor. */
exports.CredentialFloor = class {
	description = {
		displayName: 'Credential Floor',
		name: 'credentialFloor',
		group: ['transform'],
		version: 1,
		description: 'Reads the credential for each item',
		defaults: { name: 'Credential Floor' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'eSignatureApi', required: true }],
		properties: [],
	};

	async execute() {
		const items = this.getInputData();
		for (const item of items.keys()) await this.getCredentials('eSignatureApi', item);
		return [items];
	}
};
