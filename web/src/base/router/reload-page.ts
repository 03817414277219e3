/** Fired before the page is rendered again, so that typed values can be carried over. */
export const reloading = 'portico:reloading'

/** Has the server render the page again, e.g. in another language; nothing typed is lost. */
export function reloadPage() {
  document.dispatchEvent(new Event(reloading))
  location.reload()
}
