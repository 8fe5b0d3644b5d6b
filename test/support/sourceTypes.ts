import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { ICredentialType, INodeType } from 'n8n-workflow';

import type { Types } from './types';

const ROOT = join(__dirname, '..', '..');

/** Node and credential, loaded with their ending: tsx would find the JSON file of the same name first. */
export function sourceTypes(): Types {
	const load = createRequire(__filename);
	const { ESignature } = load(join(ROOT, 'nodes/ESignature/ESignature.node.ts')) as {
		ESignature: new () => INodeType;
	};
	const { ESignatureApi } = load(join(ROOT, 'credentials/ESignatureApi.credentials.ts')) as {
		ESignatureApi: new () => ICredentialType;
	};
	return { nodes: [new ESignature()], credentials: [new ESignatureApi()] };
}
