import type { Locator, Resource } from '../core';
import * as envelope from './envelope';
import { envelopeLocator } from './envelope/envelopeId';
import * as participant from './participant';
import { participantLocator } from './participant/participantId';

export const RESOURCES: readonly Resource[] = [
	{ name: 'Envelope', value: 'envelope', default: 'get', operations: envelope },
	{ name: 'Participant', value: 'participant', default: 'create', operations: participant },
];

export const LOCATORS: readonly Locator[] = [envelopeLocator, participantLocator];
