import { sharedHost } from './support/shared';
import { fetchUnpooled } from './support/fetchUnpooled';

interface Listed {
	name: string;
	iconUrl?: { light: string; dark: string };
}

const named = async (file: string, name: string) => {
	const list = await sharedHost().rest<Listed[]>('GET', `/types/${file}.json`);
	return list.find((one) => one.name === name);
};

it.each([
	['nodes', 'n8n-nodes-esignature.eSignature'],
	['nodes', 'n8n-nodes-esignature.eSignatureTrigger'],
	['nodes', 'n8n-nodes-esignature.eSignaturePollingTrigger'],
	['credentials', 'eSignatureApi'],
])('serves the icon of the %s entry %s, drawn for light and for dark', async (file, name) => {
	const { light, dark } = (await named(file, name))?.iconUrl ?? { light: '', dark: '' };
	const [forLight, forDark] = await Promise.all(
		[light, dark].map(async (path) => {
			const answer = await fetchUnpooled(`${sharedHost().url}/${path}`);
			expect(answer.headers.get('content-type')).toContain('image/svg+xml');
			return await answer.text();
		}),
	);
	expect(forLight).toContain('<svg');
	expect(forDark).toContain('<svg');
	expect(forLight).not.toBe(forDark);
});
