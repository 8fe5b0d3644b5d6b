import type { INodeProperties } from 'n8n-workflow';

import { formOf as partOf, formPath, formText } from '../../checks/docs/forms';
import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { read } from './repository';

/** The inputs of all operations of a resource. */
export const formOf = (resource: string): INodeProperties[] =>
	partOf(resource, new ESignature().description.properties);

/**
 * Compares a form with what is written down of it. If a change is meant, `npm run docs` writes it down; look at what
 * saved workflows hold then.
 */
export const expectSaved = (form: string, properties: INodeProperties[]): void =>
	expect(formText(properties).split('\n')).toEqual(read(formPath(form)).split('\n'));
