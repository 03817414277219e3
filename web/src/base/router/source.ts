/**
 * The name of a file under `src` for routes and pages: its area and its path in it. The area's wing is left out, so that an area can change
 * its wing.
 */
export function toSourceName(path: string): string {
  return path.replace(/^[^/]+\/(?=[^/]+\/)/, '')
}
