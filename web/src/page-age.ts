/** How long what came with the page counts as the present, in ms since the page was asked for. */
const freshMs = 15_000

/** Whether what the server rendered is still to be taken as it is, so that no view asks for it again at once. */
export function isPageFresh(): boolean {
  return performance.now() < freshMs
}
