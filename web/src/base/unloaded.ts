import { reloadPage } from './router/reload-page.ts'

const unloaded = new Set<string>()

/**
 * Call it with why a file of the page's own could not be loaded. Firefox remembers that until the page is loaded anew, so that another try
 * fails, too: then the page is loaded anew, provided that the file is there by now.
 */
export async function noteUnloaded(failure: unknown): Promise<void> {
  const address = /https?:\S+$/.exec(String(failure))?.[0]
  if (address === undefined || !unloaded.has(address)) unloaded.add(address ?? '')
  else if ((await fetch(address, { method: 'HEAD' }).catch(() => null))?.ok) reloadPage()
}
