/** What is fetched for a reader with a record, or for one who begins to read. */
export { obey } from './controls';
export { showRecord } from './marks';
export { watchReading } from './watch';
