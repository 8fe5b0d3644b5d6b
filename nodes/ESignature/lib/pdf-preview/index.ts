// Draws boxes on the pages of PDFs. See README.md.
export { drawBoxes } from './preview';
export type { PreviewBox, PreviewOptions } from './preview';
export type { Color, LegendEntry } from './appearance';
