export * from './endpoints';
export * from './values';
export * from './values';
export * from './types';
export * from './values';
