/**
 * The name by which routes and pages know a file under `src`: its area and what is in it. The wing that the area stands in is left out, so
 * that an area can change its wing.
 */
export function toSourceName(path: string): string {
  return path.replace(/^[^/]+\/(?=[^/]+\/)/, '')
}
