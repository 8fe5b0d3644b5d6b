import type { Locator } from '../../core';
import { documentLocator } from './documentId';
import { envelopeLocator } from './envelopeId';
import { fieldLocator } from './fieldId';
import { participantLocator, signerLocator } from './participantId';

export const LOCATORS: readonly Locator[] = [
	documentLocator,
	envelopeLocator,
	fieldLocator,
	participantLocator,
	signerLocator,
];
