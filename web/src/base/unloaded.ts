import { reloadPage } from './router/reload-page.ts'

const unloaded = new Set<string>()

/**
 * Notes that one of the page's own files could not be loaded, and rethrows the failure. Firefox remembers the failure until the page is
 * reloaded, so another try fails, too; the page is then reloaded, if the file is available by now and someone asked for it. What nobody
 * asked for also fails when they leave for another page, and a reload would keep them here.
 */
export function noteUnloaded(failure: unknown, isAsked = true): never {
  const [address = ''] = /http\S+$/.exec(`${failure}`) ?? []
  if (isAsked && unloaded.has(address)) {
    const reloadIfThere = ({ ok }: Response) => ok && reloadPage()
    fetch(address, { method: 'HEAD' }).then(reloadIfThere, () => {})
  } else if (address) unloaded.add(address)
  throw failure
}
