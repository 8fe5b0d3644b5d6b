import type { Resource } from '../core';
import * as document from './document';
import * as envelope from './envelope';
import * as field from './field';
import * as participant from './participant';

export { LOCATORS } from './shared/locators';

export const RESOURCES: readonly Resource[] = [
	{ name: 'Envelope', value: 'envelope', default: 'get', operations: envelope },
	{ name: 'Document', value: 'document', default: 'add', operations: document },
	{ name: 'Participant', value: 'participant', default: 'create', operations: participant },
	{ name: 'Field', value: 'field', default: 'create', operations: field },
];
