export { default } from '../lint/development.mjs';
