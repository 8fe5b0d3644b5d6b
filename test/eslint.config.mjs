export { default } from '../scripts/lint/development.mjs';
