/** How long the data that came with the page counts as current, in ms since the request. */
const freshMs = 15_000

/** Whether the server-rendered data still counts as current, so that no view loads it again at once. */
export function isPageFresh(): boolean {
  return performance.now() < freshMs
}
