/** Loads an address from the server, even if it differs from the current one only in its hash. */
export function loadPage(address: string) {
  const target = new URL(address, location.href)
  const isHere = target.pathname === location.pathname && target.search === location.search
  if (!isHere) {
    location.assign(target)
    return
  }
  history.replaceState(null, '', target)
  location.reload()
}
