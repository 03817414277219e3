/** Has the server render an address again, also where only the hash differs from the present one. */
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
