import type { INode } from 'n8n-workflow';

export const node: INode = {
	id: '1',
	name: 'E-Signature',
	type: 'n8n-nodes-esignature.eSignature',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
