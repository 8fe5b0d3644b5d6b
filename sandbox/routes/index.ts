import type { Routes } from '../http/router';
import type { Service } from '../service/service';
import { documentRoutes } from './documents';
import { downloadRoutes } from './downloads';
import { envelopeRoutes } from './envelopes';
import { fieldRoutes } from './fields';
import { participantRoutes } from './participants';
import { tokenRoutes } from './token';

/** Every endpoint of docs/api.md. */
export const routesOf = (service: Service): Routes => ({
	...tokenRoutes(service),
	...envelopeRoutes(service),
	...downloadRoutes(service),
	...documentRoutes(service),
	...participantRoutes(service),
	...fieldRoutes(service),
});
