/** What directory imports need, and taking a run back. */
export { nameWords } from './entry.ts'
export {
  addEntries,
  addSeats,
  addWords,
  beginLoading,
  directoryTables,
  findLive,
  findRemovals,
  forgetGeneration,
  forgetPart,
  listForgotten,
  showBefore,
  showLoaded,
} from './load-store.ts'
export { maxNetworks } from './store.ts'
