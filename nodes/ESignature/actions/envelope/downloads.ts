import type { FileRoute } from '../../api';
import { defineOperation, maxFileSize } from '../../core';
import { binaryPropertyName, fileOutput, outputField } from '../shared/inputs';
import { envelopeOfItem } from '../shared/locators';

type OfEnvelope = Exclude<FileRoute, `${string}{documentID}${string}`>;

/** An operation that stores one file of an envelope; `suffix` is how the name of the file ends. */
export const envelopeDownload = (
	texts: { name: string; action: string; description: string },
	route: OfEnvelope,
	suffix: string,
) =>
	defineOperation({
		...texts,
		ids: [envelopeOfItem],
		properties: [binaryPropertyName],
		options: [maxFileSize],
		read: outputField,
		run: async (call, field) => {
			const { envelopeID } = call.ids;
			const fileName = `${envelopeID}-${suffix}`;
			return fileOutput(
				field,
				{ envelopeID },
				await call.download(route, { envelopeID, fileName }),
			);
		},
	});
