import { reloadPage } from './router/reload-page.ts'

const unloaded = new Set<string>()

/**
 * Catches why a file of the page's own could not be loaded, and throws it on. Firefox remembers that until the page is loaded anew, so that
 * another try fails, too: then the page is loaded anew, provided that the file is there by now.
 */
export function noteUnloaded(failure: unknown): never {
  const [address = ''] = /http\S+$/.exec(`${failure}`) ?? []
  if (unloaded.has(address)) {
    const reloadIfThere = ({ ok }: Response) => ok && reloadPage()
    fetch(address, { method: 'HEAD' }).then(reloadIfThere, () => {})
  } else if (address) unloaded.add(address)
  throw failure
}
