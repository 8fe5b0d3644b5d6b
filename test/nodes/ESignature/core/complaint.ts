import { NodeApiError } from 'n8n-workflow';

import { node } from '../sampleNode';

/** As the client raises it for the fields that the service named. */
export const complaint = (...fields: string[]): NodeApiError => {
	const validationErrors = fields.map((field) => [field, 'is wrong']);
	const response = { response: { status: 400, data: { validationErrors } } };
	return new NodeApiError(node, response, { message: 'No', httpCode: '400' });
};
