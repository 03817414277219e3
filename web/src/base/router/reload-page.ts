/** Told before the page has itself rendered again, so that what is typed can be carried over. */
export const reloading = 'portico:reloading'

/** Has the server render the page again, e.g. in another language; nothing typed is lost by it. */
export function reloadPage() {
  document.dispatchEvent(new Event(reloading))
  location.reload()
}
