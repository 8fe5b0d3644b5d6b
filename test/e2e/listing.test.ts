import { sharedHost } from './support/shared';

interface Listed {
	name: string;
	displayName: string;
	iconUrl?: { light: string; dark: string };
	usableAsTool?: boolean;
}

const named = async (file: string, name: string) => {
	const list = await sharedHost().rest<Listed[]>('GET', `/types/${file}.json`);
	return list.find((one) => one.name === name);
};

it.each([
	['nodes', 'n8n-nodes-esignature.eSignature', 'E-Signature'],
	['nodes', 'n8n-nodes-esignature.eSignatureTool', 'E-Signature Tool'],
	['nodes', 'n8n-nodes-esignature.eSignatureTrigger', 'E-Signature Trigger'],
	['nodes', 'n8n-nodes-esignature.eSignaturePollingTrigger', 'E-Signature Polling Trigger'],
	['credentials', 'eSignatureApi', 'E-Signature API'],
])('lists among the %s: %s', async (file, name, displayName) => {
	expect(await named(file, name)).toMatchObject({ name, displayName });
});

it.each([
	['nodes', 'n8n-nodes-esignature.eSignature'],
	['nodes', 'n8n-nodes-esignature.eSignatureTrigger'],
	['nodes', 'n8n-nodes-esignature.eSignaturePollingTrigger'],
	['credentials', 'eSignatureApi'],
])('serves the icon of the %s entry %s, drawn for light and for dark', async (file, name) => {
	const { light, dark } = (await named(file, name))?.iconUrl ?? { light: '', dark: '' };
	const [forLight, forDark] = await Promise.all(
		[light, dark].map(async (path) => {
			const answer = await fetch(`${sharedHost().url}/${path}`);
			expect(answer.headers.get('content-type')).toContain('image/svg+xml');
			return await answer.text();
		}),
	);
	expect(forLight).toContain('<svg');
	expect(forDark).toContain('<svg');
	expect(forLight).not.toBe(forDark);
});
